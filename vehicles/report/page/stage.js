// Pictures in three dimensions. One renderer draws all of them, each into a canvas of its own, which prints like any picture.

/** The renderer; null where the browser has none. */
const renderer = (() => {
    try {
        const made = new THREE.WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
        made.setClearColor(0x000000, 0);
        return made;
    } catch {
        return null;
    }
})();

/** All stages. */
const stages = { all: [], printing: false, show() { for (const stage of this.all) stage.show(); } };

/** Views of a stage: turn about the vertical and rise over the horizontal [rad]. */
const CAMERAS = { oblique: [0.75, 0.36], front: [0, 0], side: [Math.PI / 2, 0], top: [0, Math.PI / 2 - 1e-3] };

/** A canvas with a scene that is turned by the pointer and by the arrow keys. */
class Stage {
    constructor(canvas) {
        Object.assign(this, { canvas, scene: new THREE.Scene(), turn: 0.75, rise: 0.36, distance: 6, target: [0, 0, 0.4], zoom: 1 });
        this.scene.up.set(0, 0, 1);
        this.scene.add(new THREE.HemisphereLight(0xffffff, 0x8890a0, 2.0));
        const sun = new THREE.DirectionalLight(0xffffff, 1.9);
        sun.position.set(3, 4, 6);
        this.scene.add(sun);
        this.listen();
        stages.all.push(this);
        new ResizeObserver(() => this.show()).observe(canvas);
        // Only what is near the window is drawn, so that a page with many stages opens at once.
        new IntersectionObserver(entries => {
            this.isNear = entries.at(-1).isIntersecting;
            this.show();
        }, { rootMargin: '300px' }).observe(canvas);
        if (!renderer) canvas.replaceWith(element('p', { class: 'note' }, 'This browser draws no solids (WebGL is missing or switched off).'));
    }

    listen() {
        const canvas = this.canvas;
        canvas.addEventListener('pointerdown', event => canvas.setPointerCapture(event.pointerId));
        canvas.addEventListener('pointermove', event => { if (event.buttons) this.turned(-0.008 * event.movementX, 0.008 * event.movementY); });
        canvas.addEventListener('wheel', event => {
            if (!event.ctrlKey && document.activeElement !== canvas) return;
            event.preventDefault();
            this.nearer(Math.exp(0.001 * event.deltaY));
        }, { passive: false });
        canvas.addEventListener('keydown', event => {
            const act = {
                ArrowLeft: () => this.turned(-0.1, 0), ArrowRight: () => this.turned(0.1, 0), ArrowUp: () => this.turned(0, 0.1), ArrowDown: () => this.turned(0, -0.1),
                '+': () => this.nearer(0.9), '-': () => this.nearer(1.1),
            }[event.key];
            if (!act) return;
            event.preventDefault();
            act();
        });
    }

    turned(turn, rise) {
        this.turn += turn;
        this.rise = Math.min(Math.max(this.rise + rise, -0.2), Math.PI / 2 - 1e-3);
        this.show();
    }

    nearer(factor) {
        this.zoom = Math.min(Math.max(this.zoom * factor, 0.2), 20);
        this.show();
    }

    look(name) {
        [this.turn, this.rise] = CAMERAS[name];
        this.show();
    }

    /** Places the target and the distance so that a box is seen from every side. */
    frame([low, high], margin = 1.0) {
        this.target = low.map((x, axis) => (x + high[axis]) / 2);
        this.radius = margin * Math.hypot(...low.map((x, axis) => high[axis] - x)) / 2;
        this.zoom = 1;
    }

    /** What changes from picture to picture; others put the camera and the poses here. */
    prepare() {}

    /** Draws into a part of the canvas. */
    picture(context, { left, width, height }, density) {
        const sight = 0.5, distance = this.zoom * (this.radius ?? 3) / Math.sin(sight / 2) / Math.min(1, Math.max(width / height, 0.4) * 0.85);
        const camera = new THREE.PerspectiveCamera(180 * sight / Math.PI, width / height, Math.max(distance / 200, 0.02), distance * 8 + 400);
        const [st, ct, sr, cr] = [Math.sin(this.turn), Math.cos(this.turn), Math.sin(this.rise), Math.cos(this.rise)];
        camera.up.set(0, 0, 1);
        camera.position.set(...[cr * ct, cr * st, sr].map((x, axis) => this.target[axis] + distance * x));
        camera.lookAt(...this.target);
        renderer.setPixelRatio(density);
        renderer.setSize(width, height, false);
        renderer.render(this.scene, camera);
        context.drawImage(renderer.domElement, left * density, 0, width * density, height * density);
    }

    show() {
        const { canvas } = this, width = canvas.clientWidth, height = canvas.clientHeight;
        if (!renderer || !width || this.isOff || !(this.isNear || stages.printing)) return;
        const density = stages.printing ? 2 : Math.min(devicePixelRatio || 1, 2);
        if (canvas.width !== Math.round(width * density) || canvas.height !== Math.round(height * density)) [canvas.width, canvas.height] = [Math.round(width * density), Math.round(height * density)];
        const context = canvas.getContext('2d');
        context.clearRect(0, 0, canvas.width, canvas.height);
        this.draw(context, width, height, density);
    }

    draw(context, width, height, density) {
        this.prepare(0);
        this.picture(context, { left: 0, width, height }, density);
    }
}

/** Level ground as a grid of squares of a metre around a place. */
const groundOf = (size, ink) => {
    const corners = [];
    for (let k = -size; k <= size; k++) corners.push(-size, k, 0, size, k, 0, k, -size, 0, k, size, 0);
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(corners, 3));
    return new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: ink, transparent: true, opacity: 0.22 }));
};

/** Least and greatest coordinates of all points and wheels of a vehicle in some poses. */
const boundsOf = (geometry, poses) => {
    const points = geometry.parts.flatMap(part => part.strokes.flatMap(stroke => [stroke.slice(0, 4), stroke.slice(4)])).map(point => placeOf(poses, point));
    for (const wheel of geometry.wheels) {
        const centre = placeOf(poses, wheel.centre);
        points.push(centre.map(x => x - wheel.radius), centre.map(x => x + wheel.radius));
    }
    if (!points.length) points.push(...poses.map(pose => pose.position), [0, 0, 0]);
    return [Math.min, Math.max].map(pick => [0, 1, 2].map(axis => pick(...points.map(point => point[axis]))));
};
