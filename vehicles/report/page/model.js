// A vehicle of solids: wheels, bars, springs, and a body that is sketched around its points.

/** Numbers of a type from text in base64. */
const numbers = (text, Type) => new Type(Uint8Array.from(atob(text), letter => letter.charCodeAt(0)).buffer);

/** A motion or a set of positions with its numbers in arrays. */
const decoded = packed => ({ ...packed, origin: numbers(packed.origin, Float32Array), poses: numbers(packed.poses, Int16Array) });

const mix = (one, other, part) => one + part * (other - one);

/** Position and quaternion of a body between two frames. */
const poseOf = (packed, body, k, next, part) => {
    const at = frame => 7 * (frame * packed.bodies + body);
    const own = Array.from({ length: 7 }, (_, place) => mix(packed.poses[at(k) + place], packed.poses[at(next) + place], part));
    const origin = [0, 1, 2].map(axis => mix(packed.origin[3 * k + axis], packed.origin[3 * next + axis], part));
    const size = Math.hypot(...own.slice(3)) || 1;
    return { position: origin.map((x, axis) => x + packed.unit * own[axis]), turn: own.slice(3).map(x => x / size) };
};

/** A direction turned by a quaternion [x, y, z, w]. */
const turned = ([x, y, z, w], [a, b, c]) => {
    const [p, q, r] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
    return [a + w * p + y * r - z * q, b + w * q + z * p - x * r, c + w * r + x * q - y * p];
};

/** Place in the world of a point [body, x, y, z]. */
const placeOf = (poses, [body, ...point]) => {
    if (body < 0) return point;
    const { position, turn } = poses[body];
    return turned(turn, point).map((x, axis) => x + position[axis]);
};

const material = (ink, extra = {}) => new THREE.MeshLambertMaterial({ color: ink, ...extra });

/** A wheel with its tyre and rim, its axis along Y. */
const wheelOf = (radius, ink) => {
    const half = 0.32 * radius, rim = 0.62 * radius, group = new THREE.Group();
    // Half of the outline of the tyre, turned about its axis.
    const outline = [[rim, -0.8 * half], [0.9 * radius, -half], [0.97 * radius, -0.85 * half], [radius, -0.45 * half], [radius, 0.45 * half], [0.97 * radius, 0.85 * half], [0.9 * radius, half], [rim, 0.8 * half]];
    const tyre = new THREE.LatheGeometry(outline.map(([x, y]) => new THREE.Vector2(x, y)), 40);
    group.add(new THREE.Mesh(tyre, material(ink ?? 0x484e56, { side: THREE.DoubleSide })));
    const dish = new THREE.LatheGeometry([[0.02, 0.35 * half], [0.5 * rim, 0.3 * half], [rim, -0.1 * half], [rim, 0.8 * half]].map(([x, y]) => new THREE.Vector2(x, y)), 30);
    group.add(new THREE.Mesh(dish, material(0xaab0b8, { side: THREE.DoubleSide })));
    const back = new THREE.LatheGeometry([[0.02, -0.35 * half], [rim, -0.3 * half], [rim, -0.8 * half]].map(([x, y]) => new THREE.Vector2(x, y)), 30);
    group.add(new THREE.Mesh(back, material(0x6b7078, { side: THREE.DoubleSide })));
    for (let k = 0; k < 5; k++) {
        // Spokes show that a wheel turns.
        const spoke = new THREE.Mesh(new THREE.CylinderGeometry(0.05 * radius, 0.07 * radius, rim, 6), material(0xd9dde2));
        const angle = 2 * Math.PI * k / 5;
        spoke.position.set(rim / 2 * Math.cos(angle), 0.4 * half, rim / 2 * Math.sin(angle));
        spoke.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), new THREE.Vector3(Math.cos(angle), 0, Math.sin(angle)));
        group.add(spoke);
    }
    return group;
};

/** Corners of the box around points, in the axes of their body. */
const boxOf = points => [Math.min, Math.max].map(pick => [1, 2, 3].map(axis => pick(...points.map(point => point[axis]))));

/** Outlines of a car's body in the side view: along and up, from the rear over the roof to the front. */
const carOf = ([[rear, , low], [front, , high]], radius) => {
    const length = front - rear + 2.1 * radius, from = rear - 1.15 * radius, floor = Math.min(low, high - 0.2) + 0.55 * radius;
    const at = part => from + part * length, waist = floor + 1.15 * radius, roof = floor + 2.35 * radius;
    return { sill: [[at(0.01), floor], [at(0), floor + 0.5 * radius], [at(0.015), waist], [at(0.98), waist - 0.12 * radius], [at(1), floor + 0.45 * radius], [at(0.985), floor]], cabin: [[at(0.07), waist], [at(0.17), roof], [at(0.55), roof], [at(0.7), waist - 0.03 * radius]] };
};

/** Outline of a body that is no car: a box around its points, from the middle of the wheels upward. */
const plainOf = ([[rear, , low], [front, , high]], radius) => {
    const [from, to, floor] = [rear - 0.6 * radius, front + 0.6 * radius, Math.min(low, high) + 0.9 * radius], top = Math.max(high, floor + 0.8 * radius);
    return [[from, floor], [from, top], [to, top], [to, floor]];
};

/** A prism over an outline in X and Z, between two places along Y; narrower at the top by a part of its width. */
const prism = (outline, width, taper) => {
    const levels = outline.map(point => point[1]), [low, high] = [Math.min(...levels), Math.max(...levels)];
    const side = sign => outline.map(([x, z]) => [x, sign * width / 2 * (1 - taper * (z - low) / (high - low || 1)), z]);
    const [left, right] = [side(1), side(-1)], corners = [], count = outline.length;
    const face = (...points) => { for (let k = 2; k < points.length; k++) corners.push(...points[0], ...points[k - 1], ...points[k]); };
    face(...left);
    face(...[...right].reverse());
    for (let k = 0; k < count; k++) face(left[k], right[k], right[(k + 1) % count], left[(k + 1) % count]);
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(corners, 3));
    geometry.computeVertexNormals();
    return geometry;
};

/** The sketch of a body around its points: that of a car, or a box. */
const hullOf = (points, wheels, isCar, ink, opacity) => {
    const group = new THREE.Group(), box = boxOf(points), radius = wheels.length ? Math.max(...wheels.map(wheel => wheel.radius)) : 0.3;
    const middle = (box[0][1] + box[1][1]) / 2, width = Math.max(box[1][1] - box[0][1] + 0.5 * radius, 2 * radius);
    const look = { transparent: true, opacity, depthWrite: false, side: THREE.DoubleSide };
    const { sill, cabin } = carOf(box, radius);
    for (const [outline, part, taper] of isCar ? [[sill, 1, 0.06], [cabin, 0.92, 0.22]] : [[plainOf(box, radius), 1, 0]]) {
        const geometry = prism(outline, part * width, taper), mesh = new THREE.Mesh(geometry, material(ink, look));
        const edges = new THREE.LineSegments(new THREE.EdgesGeometry(geometry, 20), new THREE.LineBasicMaterial({ color: ink, transparent: true, opacity: Math.min(2.2 * opacity, 1) }));
        mesh.position.y = edges.position.y = middle;
        mesh.renderOrder = edges.renderOrder = 1;
        group.add(mesh, edges);
    }
    return group;
};

const UP = () => new THREE.Vector3(0, 1, 0);

/** A vehicle that takes the poses of its bodies. `ink` is the colour of its design, where several stand together. */
class Model {
    constructor(geometry, chassis, { ink, opacity = 0.16 } = {}) {
        Object.assign(this, { geometry, chassis });
        this.group = new THREE.Group();
        const radius = geometry.wheels.length ? Math.max(...geometry.wheels.map(wheel => wheel.radius)) : 0.3;
        this.bars = geometry.parts.filter(part => part.look !== 'box').flatMap(part => part.strokes.map(stroke => {
            const thick = (part.look === 'spring' ? 0.11 : 0.05) * radius;
            const mesh = new THREE.Mesh(new THREE.CylinderGeometry(thick, thick, 1, 10), material(ink ?? part.ink, part.look === 'spring' ? { transparent: true, opacity: 0.75 } : {}));
            this.group.add(mesh);
            return { mesh, ends: [stroke.slice(0, 4), stroke.slice(4)] };
        }));
        this.balls = geometry.parts.filter(part => part.look === 'bar').flatMap(part => part.strokes.flatMap(stroke => [stroke.slice(0, 4), stroke.slice(4)].map(end => {
            const mesh = new THREE.Mesh(new THREE.SphereGeometry(0.075 * radius, 10, 8), material(ink ?? part.ink));
            this.group.add(mesh);
            return { mesh, end };
        })));
        this.wheels = geometry.wheels.map(wheel => {
            const own = wheelOf(wheel.radius, undefined), holder = new THREE.Group();
            if (ink) own.children[1].material.color.set(ink);
            // Outside of the vehicle is the dish.
            holder.add(own);
            this.group.add(holder);
            return { wheel, own, holder };
        });
        this.hulls = geometry.hulls.map(hull => {
            const mesh = hullOf(hull.points, geometry.wheels, geometry.hulls.length === 1 && geometry.wheels.length >= 4, ink ?? 0x5b7fa6, opacity);
            this.group.add(mesh);
            return { body: hull.body, mesh };
        });
    }

    /** By wheel, 1 on the left of the chassis and -1 on its right: the dish of a wheel is outside. */
    sidesIn(poses) {
        const { position, turn } = poses[this.chassis] ?? { position: [0, 0, 0], turn: [0, 0, 0, 1] }, left = turned(turn, [0, 1, 0]);
        return this.wheels.map(({ wheel }) => placeOf(poses, wheel.centre).reduce((sum, x, axis) => sum + left[axis] * (x - position[axis]), 0) < 0 ? -1 : 1);
    }

    /** Takes poses of all bodies, and the angles by which the wheels have turned. */
    pose(poses, angles = []) {
        this.sides ??= this.sidesIn(poses);
        const put = (mesh, place) => mesh.position.set(...place);
        for (const { mesh, ends } of this.bars) {
            const [from, to] = ends.map(end => new THREE.Vector3(...placeOf(poses, end))), along = to.clone().sub(from);
            mesh.position.copy(from).addScaledVector(along, 0.5);
            mesh.scale.set(1, Math.max(along.length(), 1e-6), 1);
            mesh.quaternion.setFromUnitVectors(UP(), along.normalize());
        }
        for (const { mesh, end } of this.balls) put(mesh, placeOf(poses, end));
        this.wheels.forEach(({ wheel, own, holder }, k) => {
            const pose = poses[wheel.centre[0]] ?? { turn: [0, 0, 0, 1] };
            const centre = placeOf(poses, wheel.centre), axis = new THREE.Vector3(...turned(pose.turn, wheel.axis));
            put(holder, centre);
            holder.quaternion.setFromUnitVectors(UP(), axis);
            own.scale.y = this.sides[k];
            own.rotation.y = angles[k] ?? 0;
        });
        for (const { body, mesh } of this.hulls) {
            put(mesh, poses[body].position);
            mesh.quaternion.set(...poses[body].turn);
        }
    }
}
