// Front, side and top views with dimensions, as SVG.

const millimetres = metres => `${shown(1e3 * metres, 0)} mm`;

/** Convex outline of points in the plane. */
const outline = points => {
    const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const turn = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
    const half = list => {
        const kept = [];
        for (const point of list) {
            while (kept.length > 1 && turn(kept.at(-2), kept.at(-1), point) <= 0) kept.pop();
            kept.push(point);
        }
        return kept.slice(0, -1);
    };
    return [...half(sorted), ...half(sorted.reverse())];
};

/** Points on both rims of a wheel. */
const rimsOf = (wheel, poses) => {
    const turn = poses[wheel.centre[0]]?.turn ?? [0, 0, 0, 1], centre = placeOf(poses, wheel.centre);
    const [ahead, across] = wheel.spokes.map(spoke => turned(turn, spoke)), axis = turned(turn, wheel.axis);
    return [-1, 1].flatMap(side => Array.from({ length: 48 }, (_, k) => {
        const [c, s] = [Math.cos(k * Math.PI / 24), Math.sin(k * Math.PI / 24)];
        return centre.map((x, i) => x + wheel.radius * (c * ahead[i] + s * across[i]) + side * 0.3 * wheel.radius * axis[i]);
    }));
};

/** A drawing of a part of a vehicle, seen along an axis of the vehicle: `right` and `up` are axes with a sign. */
class View {
    constructor({ title, right, up, wheels, width }) {
        Object.assign(this, { title, right, up, wheels, width });
        this.pictured = element('svg', { class: 'view', role: 'img', 'aria-label': title });
        this.told = element('p', { class: 'note' });
        this.place = element('figure', { class: 'view-box' }, element('figcaption', {}, title), this.pictured, this.told);
    }

    flat(point) {
        return [this.right, this.up].map(([axis, sign]) => sign * point[axis]);
    }

    draw(scene, position, box) {
        const { poses, axles } = position, geometry = scene.geometry;
        const wheels = geometry.wheels.filter((_, k) => this.wheels.includes(k));
        const [low, high] = box.map(corner => this.flat(corner));
        const [left, right] = [Math.min(low[0], high[0]), Math.max(low[0], high[0])], [bottom, top] = [Math.min(low[1], high[1]), Math.max(low[1], high[1])];
        // Room for dimensions below and at the left.
        const width = Math.max(this.place.clientWidth || 400, 200), room = { left: 62, right: 14, top: 10, bottom: 48 };
        const scale = Math.min((width - room.left - room.right) / (right - left), 280 / (top - bottom));
        const height = room.top + room.bottom + scale * (top - bottom), spare = (width - room.left - room.right - scale * (right - left)) / 2;
        this.at = ([x, y]) => [room.left + spare + scale * (x - left), room.top + scale * (top - y)];
        const svg = this.pictured, point = place => this.at(this.flat(place));
        svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
        svg.replaceChildren();
        const isIn = stroke => this.isNear(scene, poses, stroke);
        for (const wheel of wheels) {
            svg.append(element('polygon', { points: outline(rimsOf(wheel, poses).map(point)).map(pair => pair.map(x => x.toFixed(1)).join()).join(' '), class: 'tyre' }));
        }
        for (const part of geometry.parts) {
            for (const stroke of part.strokes.filter(isIn)) {
                const [a, b] = [stroke.slice(0, 4), stroke.slice(4)].map(end => point(placeOf(poses, end)));
                svg.append(element('line', { x1: a[0], y1: a[1], x2: b[0], y2: b[1], class: `part ${part.look}` }));
            }
        }
        this.ground = this.up[0] === 2 ? this.at([left, 0])[1] : null;
        Object.assign(this, { edges: { left, right, bottom, top }, size: { width, height, room } });
        this.measure(scene, position, svg);
    }

    /** Whether a stroke belongs to the wheels that are shown. */
    isNear() { return true; }

    measure() {}

    /** A dimension along the horizontal below the picture, in one of two rows. */
    across(svg, from, to, text, row = 0) {
        const level = this.size.height - 34 + 19 * row, [a, b] = [Math.min(from, to), Math.max(from, to)];
        svg.append(element('path', { d: `M${a} ${level - 6}V${level + 4}M${b} ${level - 6}V${level + 4}M${a} ${level}H${b}`, class: 'dimension' }));
        if (text) this.label(svg, (a + b) / 2, level + 14, text);
    }

    /** A dimension along the vertical at the left of the picture. */
    along(svg, from, to, text) {
        const place = this.size.room.left - 12, [a, b] = [Math.min(from, to), Math.max(from, to)];
        svg.append(element('path', { d: `M${place - 5} ${a}H${place + 5}M${place - 5} ${b}H${place + 5}M${place} ${a}V${b}`, class: 'dimension' }));
        svg.append(element('text', { x: place - 5, y: (a + b) / 2 + 4, 'text-anchor': 'end' }, text));
    }

    label(svg, x, y, text) {
        const half = 3.4 * text.length, inside = Math.min(Math.max(x, half + 1), this.size.width - half - 1);
        svg.append(element('text', { x: inside, y, 'text-anchor': 'middle' }, text));
    }
}

/** An axle from the front: its track, the lines to the instant centres, and the roll centre. The left of the vehicle is at the right. */
class AxleView extends View {
    constructor(scene, axle, name) {
        super({ title: `${name}, from the front`, right: [1, 1], up: [2, 1], wheels: axle.wheels });
        this.axle = axle;
    }

    isNear(scene, poses, stroke) {
        const x = (this.axle.contacts[0][0] + this.axle.contacts[1][0]) / 2, radius = scene.geometry.wheels[this.axle.wheels[0]].radius;
        return [stroke.slice(0, 4), stroke.slice(4)].every(end => Math.abs(placeOf(poses, end)[0] - x) < 1.7 * radius);
    }

    measure(scene, { axles }, svg) {
        const axle = axles.find(own => own.wheels[0] === this.axle.wheels[0]);
        if (!axle) return;
        const contacts = axle.contacts.map(([, y, z]) => this.at([y, z])), { width, height, room } = this.size;
        const bottom = height - room.bottom + 6;
        svg.append(element('line', { x1: room.left, y1: contacts[0][1], x2: width - room.right, y2: contacts[1][1], class: 'ground' }));
        this.across(svg, contacts[0][0], contacts[1][0], `track ${millimetres(axle.contacts[0][1] - axle.contacts[1][1])}`);
        // A line from each contact to its instant centre, as far as the picture goes.
        const clip = ([x, y], [a, b]) => {
            const parts = [[x, a, 0, width], [y, b, 0, bottom]].flatMap(([from, to, low, high]) => to > high ? [(high - from) / (to - from)] : to < low ? [(low - from) / (to - from)] : []);
            const part = Math.max(Math.min(1, ...parts), 0);
            return [x + part * (a - x), y + part * (b - y)];
        };
        axle.instants.forEach((instant, side) => {
            if (!instant) return;
            const goal = this.at(instant), end = clip(contacts[side], goal);
            svg.append(element('line', { x1: contacts[side][0], y1: contacts[side][1], x2: end[0], y2: end[1], class: 'swing' }));
            if (end[0] === goal[0] && end[1] === goal[1]) svg.append(element('circle', { cx: end[0], cy: end[1], r: 3.5, class: 'instant' }));
        });
        const middle = (axle.contacts[0][2] + axle.contacts[1][2]) / 2, told = [];
        if (axle.rollCentre) {
            const place = this.at(axle.rollCentre), isInside = place[1] > 0 && place[1] < height - 10 && place[0] > 0 && place[0] < width;
            if (isInside) svg.append(element('path', { d: `M${place[0] - 7} ${place[1]}H${place[0] + 7}M${place[0]} ${place[1] - 7}V${place[1] + 7}`, class: 'roll' }), element('circle', { cx: place[0], cy: place[1], r: 4.5, class: 'roll' }));
            const offset = axle.rollCentre[0] - (axle.contacts[0][1] + axle.contacts[1][1]) / 2;
            told.push(`roll centre ${millimetres(axle.rollCentre[1] - middle)} over the contacts${Math.abs(offset) > 5e-4 ? `, ${millimetres(Math.abs(offset))} to the ${offset > 0 ? 'left' : 'right'}` : ''}`);
        }
        const arms = axle.instants.map((instant, side) => instant && (side ? 1 : -1) * (instant[0] - axle.contacts[side][1]));
        if (arms.some(arm => arm !== null)) {
            const words = arms.map(arm => arm === null ? 'none' : Math.abs(arm) > 100 ? 'far away' : `${millimetres(Math.abs(arm))} ${arm > 0 ? 'inward' : 'outward'}`);
            told.push(`instant centres of left and right wheel from their contacts: ${words[0] === words[1] ? words[0] : words.join(', ')}`);
        }
        const [, second] = contacts, far = Math.abs(second[0] - contacts[0][0]) / 2 + 26, centre = (second[0] + contacts[0][0]) / 2;
        svg.append(...[['right', -1], ['left', 1]].map(([text, way]) => element('text', { x: Math.min(Math.max(centre + way * far, 16), width - 16), y: contacts[0][1] + 15, 'text-anchor': 'middle' }, text)));
        this.told.textContent = told.join('; ');
    }
}

/** The vehicle from the left: wheelbases, radius, height of the centre of mass. Its front is at the left. */
class SideView extends View {
    constructor(scene, sides) {
        super({ title: 'from the left', right: [0, -1], up: [2, 1], wheels: scene.geometry.wheels.map((_, k) => k).filter(k => sides[k] > 0) });
    }

    isNear(scene, poses, stroke) {
        return [stroke.slice(0, 4), stroke.slice(4)].every(end => placeOf(poses, end)[1] > -0.02);
    }

    measure(scene, { poses, axles }, svg) {
        const { width, room } = this.size;
        const contacts = axles.map(axle => axle.contacts[0]).sort((a, b) => b[0] - a[0]);
        const lengths = contacts.slice(1).map((contact, k) => contacts[k][0] - contact[0]);
        contacts.slice(1).forEach((contact, k) => {
            const [a, b] = [contacts[k], contact].map(point => this.at(this.flat(point))[0]);
            const text = contacts.length === 2 ? `wheelbase ${millimetres(lengths[k])}` : '';
            this.across(svg, a, b, Math.abs(b - a) > LETTER * 5 ? text || shown(1e3 * lengths[k], 0) : '');
        });
        if (!contacts.length) return;
        const told = contacts.length > 2 ? [`from axle to axle [mm]: ${lengths.map(length => shown(1e3 * length, 0)).join(', ')}`] : [];
        const ground = contacts[0][2], level = this.at([0, ground])[1];
        svg.append(element('line', { x1: room.left, y1: level, x2: width - room.right, y2: level, class: 'ground' }));
        if (scene.centre) {
            const [x, y] = this.at(this.flat(scene.centre));
            svg.append(element('circle', { cx: x, cy: y, r: 6, class: 'mass' }), element('path', { d: `M${x} ${y}V${y - 6}A6 6 0 0 1 ${x + 6} ${y}ZM${x} ${y}V${y + 6}A6 6 0 0 1 ${x - 6} ${y}Z`, class: 'mass filled' }));
            this.along(svg, y, level, `${shown(1e3 * (scene.centre[2] - ground), 0)}`);
            const behind = contacts[0][0] - scene.centre[0];
            told.push(`centre of mass of the whole, the chassis held [mm]: ${shown(1e3 * (scene.centre[2] - ground), 0)} over the ground, ${shown(1e3 * behind, 0)} behind the first axle`);
        }
        this.told.textContent = told.join('; ');
    }
}

/** The vehicle from above, its front at the left. */
class TopView extends View {
    constructor(scene) {
        super({ title: 'from above', right: [0, -1], up: [1, -1], wheels: scene.geometry.wheels.map((_, k) => k) });
    }

    measure(scene, { poses, axles }, svg) {
        const steer = scene.geometry.wheels.map(wheel => {
            const axis = turned(poses[wheel.centre[0]]?.turn ?? [0, 0, 0, 1], wheel.axis);
            return Math.atan2(-axis[0], axis[1]) * 180 / Math.PI;
        });
        for (const axle of axles) {
            const [a, b] = axle.contacts.map(point => this.at(this.flat(point)));
            svg.append(element('line', { x1: a[0], y1: a[1], x2: b[0], y2: b[1], class: 'axle' }));
        }
        const first = axles[0];
        if (!first) return;
        const [a, b] = first.contacts.map(point => this.at(this.flat(point))[1]);
        this.along(svg, a, b, shown(1e3 * (first.contacts[0][1] - first.contacts[1][1]), 0));
        const ends = axles.map(axle => axle.contacts[0]).sort((one, other) => other[0] - one[0]);
        if (ends.length > 1) {
            const [from, to] = [ends[0], ends.at(-1)].map(point => this.at(this.flat(point))[0]);
            this.across(svg, from, to, `first to last axle ${millimetres(ends[0][0] - ends.at(-1)[0])}`);
        }
        const names = axles.map(axle => axle.wheels.map(wheel => `${shown(steer[wheel], 2)}°`).join(' and '));
        this.told.textContent = `track of the first axle [mm] at the left; steer angles left and right, axle by axle: ${names.join('; ')}`;
    }
}
