// The chapter on geometry, and the drawing of the first screen.

const scenes = data.scenes.map(scene => scene && decoded(scene));

/** A vehicle of the scene in a position of the sliders; null where its suspensions do not go. */
const positionOf = (scene, places) => {
    const number = places.reduce((found, place, k) => found * scene.sliders[k].values.length + place, 0);
    const k = scene.places[number] ?? null;
    if (k === null) return null;
    return { poses: Array.from({ length: scene.bodies }, (_, body) => poseOf(scene, body, k, k, 0)), axles: scene.axles[k] };
};

const startOf = scene => scene.sliders.map(slider => slider.start);

/** Stage with one vehicle on level ground. */
class VehicleStage extends Stage {
    constructor(canvas, design, options) {
        super(canvas);
        this.options = options;
        this.models = [];
        this.to(design);
    }

    to(design) {
        const scene = scenes[design], position = positionOf(scene, startOf(scene));
        this.models.forEach(model => this.scene.remove(model.group));
        if (this.ground) this.scene.remove(this.ground);
        this.design = design;
        const model = new Model(scene.geometry, scene.chassis, this.options);
        this.models = [model];
        this.scene.add(model.group);
        const bounds = boundsOf(scene.geometry, position.poses), wheels = scene.geometry.wheels;
        const level = wheels.length ? Math.min(...wheels.map(wheel => placeOf(position.poses, wheel.centre)[2] - wheel.radius)) : bounds[0][2];
        this.ground = groundOf(Math.ceil(Math.hypot(bounds[1][0] - bounds[0][0], bounds[1][1] - bounds[0][1])), 0x888888);
        this.ground.position.set((bounds[0][0] + bounds[1][0]) / 2, (bounds[0][1] + bounds[1][1]) / 2, level);
        this.scene.add(this.ground);
        this.frame([bounds[0], bounds[1].map((x, axis) => axis === 2 ? Math.max(x, level + 4 * (wheels[0]?.radius ?? 0.3)) : x)], this.options.margin);
        this.position(position);
    }

    position(position) {
        this.models[0].pose(position.poses);
        this.show();
    }
}

/** Sliders, drawing in three dimensions, and views of one design at a time. */
class GeometryChapter {
    constructor(section) {
        const part = name => section.querySelector(name);
        this.section = section;
        this.design = scenes.findIndex(Boolean);
        this.stage = new VehicleStage(part('.stage'), this.design, { opacity: 0.1, margin: 0.92 });
        const cameras = part('.cameras');
        for (const name of Object.keys(CAMERAS)) {
            const button = element('button', { type: 'button' }, name);
            button.onclick = () => this.stage.look(name);
            cameras.append(button);
        }
        for (const choice of section.querySelectorAll('.choice input')) choice.onchange = () => this.to(Number(choice.value));
        this.to(this.design);
        new ResizeObserver(() => this.drawViews()).observe(part('.views'));
    }

    to(design) {
        this.design = design;
        const scene = scenes[design];
        this.places = startOf(scene);
        this.reached = [...this.places];
        this.stage.to(design);
        this.section.querySelector('.sliders').replaceChildren(...scene.sliders.map((slider, k) => this.slider(slider, k)), this.message = element('p', { class: 'note missed', role: 'status' }));
        this.addViews(scene);
        this.show();
    }

    slider(slider, k) {
        const input = element('input', { type: 'range', min: 0, max: slider.values.length - 1, step: 1, value: slider.start, 'aria-label': slider.name });
        const told = element('output', {});
        input.oninput = () => { this.places[k] = Number(input.value); this.show(); };
        this.tell = [...(k ? this.tell : []), () => {
            const text = `${shown(slider.values[this.places[k]], 4)} ${slider.unit}`.trim();
            told.textContent = text;
            input.setAttribute('aria-valuetext', text);
        }];
        const reset = element('button', { type: 'button', title: 'to the design position' }, '⟲');
        reset.onclick = () => { input.value = slider.start; this.places[k] = slider.start; this.show(); };
        return element('label', { class: 'slider' }, element('span', {}, slider.name.replaceAll('_', ' ')), input, told, reset);
    }

    addViews(scene) {
        const position = positionOf(scene, this.places), model = this.stage.models[0];
        this.bounds = boundsOf(scene.geometry, position.poses);
        const names = position.axles.length === 2 ? ['front axle', 'rear axle'] : position.axles.map((_, k) => `axle ${k + 1}`);
        this.views = [...position.axles.map((axle, k) => new AxleView(scene, axle, names[k])), new SideView(scene, model.sides), new TopView(scene)];
        this.section.querySelector('.views').replaceChildren(...this.views.map(view => view.place));
    }

    /** The box that a view has to show: that of an axle is narrower. */
    boxOf(view) {
        const [low, high] = this.bounds, scene = scenes[this.design];
        if (!(view instanceof AxleView)) return [low, high];
        const wheels = view.wheels.map(k => scene.geometry.wheels[k]), position = positionOf(scene, startOf(scene));
        const centres = wheels.map(wheel => placeOf(position.poses, wheel.centre)), radius = Math.max(...wheels.map(wheel => wheel.radius));
        const up = Math.max(...centres.map(centre => centre[2])), down = Math.min(...centres.map(centre => centre[2]));
        const side = 0.45 * radius, bars = scene.geometry.parts.filter(part => part.look !== 'box').flatMap(part => part.strokes);
        // Struts reach above the wheels.
        const ends = bars.filter(stroke => view.isNear(scene, position.poses, stroke)).flatMap(stroke => [stroke.slice(0, 4), stroke.slice(4)]);
        const top = Math.max(up + 1.25 * radius, ...ends.map(end => placeOf(position.poses, end)[2] + 0.25 * radius));
        return [[low[0], Math.min(...centres.map(centre => centre[1])) - side, down - 1.35 * radius], [high[0], Math.max(...centres.map(centre => centre[1])) + side, top]];
    }

    show() {
        const scene = scenes[this.design], position = positionOf(scene, this.places);
        for (const tell of this.tell ?? []) tell();
        this.message.textContent = position ? '' : 'The suspensions do not go there; the drawing stays where they went last.';
        if (position) this.reached = [...this.places];
        this.current = position ?? positionOf(scene, this.reached);
        this.stage.position(this.current);
        this.drawViews();
    }

    drawViews() {
        for (const view of this.views) view.draw(scenes[this.design], this.current, this.boxOf(view));
    }
}

const hero = (() => {
    const canvas = document.querySelector('[data-stage=hero]');
    if (!canvas || !scenes.some(Boolean)) return null;
    const stage = new VehicleStage(canvas, scenes.findIndex(Boolean), { opacity: 0.28, margin: 0.86 });
    for (const choice of document.querySelectorAll('.hero .choice input')) choice.onchange = () => stage.to(Number(choice.value));
    return stage;
})();
const geometry = document.querySelector('#geometry') && scenes.some(Boolean) ? new GeometryChapter(document.querySelector('#geometry')) : null;
