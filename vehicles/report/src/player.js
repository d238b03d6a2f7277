// Plays runs of vehicles on a canvas. World axes are X forward, Y left, Z up [m].

/** Numbers of a type from text in base64. */
const numbers = (text, Type) => new Type(Uint8Array.from(atob(text), letter => letter.charCodeAt(0)).buffer);

/** A run with its numbers in arrays. */
const decoded = run => ({
    ...run,
    origin: numbers(run.origin, Float32Array),
    poses: numbers(run.poses, Int16Array),
    turned: numbers(run.turned, Float32Array),
    ground: numbers(run.ground, Float32Array),
    end: run.frame * (run.count - 1),
});

const mix = (one, other, part) => one + part * (other - one);

/** The frame before a time, and the part of the way to the next one. */
const between = (run, time) => {
    const place = Math.min(Math.max(time, 0), run.end) / run.frame;
    const before = Math.min(Math.floor(place), Math.max(run.count - 2, 0));
    return [before, place - before];
};

/** Place of the chassis. */
const origin = (run, time) => {
    const [k, part] = between(run, time), next = Math.min(k + 1, run.count - 1);
    return [0, 1, 2].map(axis => mix(run.origin[3 * k + axis], run.origin[3 * next + axis], part));
};

/** For each body, the function from a point given from its centre of mass to the world. */
const placed = (run, time) => {
    const [k, part] = between(run, time), next = Math.min(k + 1, run.count - 1);
    const from = origin(run, time);
    return Array.from({ length: run.bodies }, (_, body) => {
        const at = frame => 7 * (frame * run.bodies + body);
        const own = Array.from({ length: 7 }, (_, place) => mix(run.poses[at(k) + place], run.poses[at(next) + place], part));
        const size = Math.hypot(...own.slice(3));
        const [x, y, z, w] = own.slice(3).map(number => number / size);
        const rows = [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ];
        return point => rows.map((row, axis) => from[axis] + run.unit * own[axis] + row[0] * point[0] + row[1] * point[1] + row[2] * point[2]);
    });
};

/** Heading of the chassis. */
const heading = (run, poses) => {
    const chassis = poses[run.chassis], from = chassis([0, 0, 0]), ahead = chassis([1, 0, 0]);
    return Math.atan2(ahead[1] - from[1], ahead[0] - from[0]);
};

/** Draws lines seen by a camera into a part of a canvas. */
class View {
    constructor(context, { left, top, width, height }, { target, turn, rise, distance }) {
        const [st, ct, sr, cr] = [Math.sin(turn), Math.cos(turn), Math.sin(rise), Math.cos(rise)];
        const toEye = [cr * ct, cr * st, sr];
        Object.assign(this, { context, target, distance, focus: 1.5 * Math.min(width, 1.6 * height) });
        this.right = [-st, ct, 0];
        this.up = [-sr * ct, -sr * st, cr];
        this.ahead = toEye.map(x => -x);
        this.middle = [left + width / 2, top + height / 2];
    }

    /** Right, up and depth of a point. */
    seen(point) {
        const from = [0, 1, 2].map(axis => point[axis] - this.target[axis]);
        const along = direction => direction[0] * from[0] + direction[1] * from[1] + direction[2] * from[2];
        return [along(this.right), along(this.up), along(this.ahead) + this.distance];
    }

    project([right, up, depth]) {
        return [this.middle[0] + this.focus * right / depth, this.middle[1] - this.focus * up / depth];
    }

    /** A path through points; what is behind the camera is left out. */
    trace(points) {
        const nearest = 0.1;
        let last = null;
        for (const point of points) {
            const seen = this.seen(point);
            if (last) {
                let [one, other] = [last, seen];
                if (one[2] > nearest || other[2] > nearest) {
                    const cut = (behind, before) => {
                        const part = (nearest - behind[2]) / (before[2] - behind[2]);
                        return behind.map((x, k) => mix(x, before[k], part));
                    };
                    if (one[2] < nearest) one = cut(one, other);
                    if (other[2] < nearest) other = cut(other, one);
                    this.context.moveTo(...this.project(one));
                    this.context.lineTo(...this.project(other));
                }
            }
            last = seen;
        }
    }

    lines(paths, ink, width, dash = []) {
        const context = this.context;
        context.beginPath();
        for (const path of paths) this.trace(path);
        context.strokeStyle = ink;
        context.lineWidth = width;
        context.setLineDash(dash);
        context.stroke();
    }

    /** A disc, filled so that what is behind it stays visible. */
    disc(rim, ink) {
        const seen = rim.map(point => this.seen(point));
        if (seen.some(point => point[2] < 0.1)) return;
        const context = this.context;
        context.beginPath();
        seen.forEach((point, k) => context[k ? 'lineTo' : 'moveTo'](...this.project(point)));
        context.globalAlpha = 0.25;
        context.fillStyle = ink;
        context.fill();
        context.globalAlpha = 1;
    }
}

/** Points of the ground that are near, as lines along it and across it. */
const ground = (run, time, { target, distance }) => {
    const across = run.across, sections = run.ground.length / (3 * across || 1);
    const moved = run.speed * time, far = Math.max(70, 2 * distance);
    const point = (section, place) => {
        const at = 3 * (section * across + place);
        return [run.ground[at] + moved, run.ground[at + 1], run.ground[at + 2]];
    };
    const isNear = section => {
        const [x, y] = point(section, (across - 1) / 2);
        return Math.hypot(x - target[0], y - target[1]) < far;
    };
    const paths = [], open = Array.from({ length: across }, () => []);
    let last = null;
    for (let section = 0; section < sections; section++) {
        if (!isNear(section)) continue;
        if (section && !isNear(section - 1)) paths.push(...open.splice(0, across, ...Array.from({ length: across }, () => [])));
        const line = Array.from({ length: across }, (_, place) => point(section, place));
        line.forEach((own, place) => open[place].push(own));
        const middle = line[(across - 1) / 2];
        if (!last || Math.hypot(middle[0] - last[0], middle[1] - last[1]) > 0.99) {
            paths.push(line);
            last = middle;
        }
    }
    return [...paths, ...open];
};

/** Draws a run at a time. */
const vehicle = (view, run, poses, time) => {
    const place = ([body, ...point]) => body < 0 ? point : poses[body](point);
    for (const part of run.parts) {
        const strokes = part.strokes.map(stroke => [place(stroke.slice(0, 4)), place(stroke.slice(4))]);
        view.lines(strokes, part.ink, part.dashed ? 1.5 : 2.5, part.dashed ? [4, 3] : []);
    }
    const [k, part] = between(run, time), next = Math.min(k + 1, run.count - 1);
    run.wheels.forEach((wheel, number) => {
        const turned = mix(run.turned[k * run.wheels.length + number], run.turned[next * run.wheels.length + number], part);
        const [body, ...centre] = wheel.centre, [ahead, across] = wheel.spokes;
        const rim = angle => place([body, ...centre.map((x, axis) => x + wheel.radius * (Math.cos(angle) * ahead[axis] + Math.sin(angle) * across[axis]))]);
        const circle = Array.from({ length: 33 }, (_, k) => rim(turned + k * Math.PI / 16));
        view.disc(circle, wheel.ink);
        view.lines([circle, ...[0, 1, 2].map(k => [circle[5 * k], circle[5 * k + 16]])], wheel.ink, 1.5);
    });
};

/** A player in its place on the page. */
class Player {
    constructor(place, runs) {
        const part = name => place.querySelector('.' + name);
        this.canvas = part('stage');
        this.runs = runs.map(decoded);
        this.end = Math.max(...this.runs.map(run => run.end));
        this.controls = Object.fromEntries(['play', 'time', 'clock', 'rate', 'camera', 'designs'].map(name => [name, part(name)]));
        Object.assign(this, { time: 0, playing: false, turn: 0.9, rise: 0.35, distance: this.size() });
        this.listen();
        this.show();
    }

    /** A distance from which a vehicle is seen as a whole. */
    size() {
        const run = this.runs[0], middle = origin(run, 0);
        const far = placed(run, 0).map(pose => pose([0, 0, 0])).map(point => Math.hypot(...point.map((x, k) => x - middle[k])));
        return 2.5 + 3.4 * Math.max(...far);
    }

    listen() {
        const { play, time, camera, designs } = this.controls, canvas = this.canvas;
        time.max = this.end;
        play.onclick = () => this.playing ? this.pause() : this.start();
        time.oninput = () => { this.pause(); this.time = Number(time.value); this.show(); };
        camera.onchange = () => { this.distance = camera.value === 'stand' ? this.extent() : this.size(); this.show(); };
        if (designs) designs.onchange = () => this.show();
        canvas.onpointerdown = event => canvas.setPointerCapture(event.pointerId);
        canvas.onpointermove = event => {
            if (!event.buttons) return;
            this.turn -= 0.008 * event.movementX;
            this.rise = Math.min(Math.max(this.rise + 0.008 * event.movementY, -0.2), 1.55);
            this.show();
        };
        canvas.addEventListener('wheel', event => {
            event.preventDefault();
            this.distance = Math.min(Math.max(this.distance * Math.exp(0.001 * event.deltaY), 0.5), 2000);
            this.show();
        }, { passive: false });
        new ResizeObserver(() => this.show()).observe(canvas);
        for (const media of ['(prefers-color-scheme: dark)', 'print']) matchMedia(media).addEventListener('change', () => this.show());
        addEventListener('beforeprint', () => this.show());
    }

    start() {
        if (this.time >= this.end) this.time = 0;
        this.playing = true;
        this.controls.play.textContent = 'pause';
        let last = performance.now();
        const tick = now => {
            if (!this.playing) return;
            this.time = Math.min(this.time + 1e-3 * (now - last) * Number(this.controls.rate.value), this.end);
            last = now;
            this.show();
            this.time < this.end ? requestAnimationFrame(tick) : this.pause();
        };
        requestAnimationFrame(tick);
    }

    pause() {
        this.playing = false;
        this.controls.play.textContent = 'play';
    }

    /** Half of the path's size, and more. */
    extent() {
        const run = this.runs[0], middle = this.middle(run);
        const far = Array.from({ length: run.count }, (_, k) => Math.hypot(run.origin[3 * k] - middle[0], run.origin[3 * k + 1] - middle[1]));
        return 5 + 1.9 * Math.max(...far);
    }

    middle(run) {
        const [low, high] = [Math.min, Math.max].map(pick => [0, 1, 2].map(axis =>
            run.origin.reduce((found, x, place) => place % 3 === axis ? pick(found, x) : found, run.origin[axis])));
        return low.map((x, axis) => (x + high[axis]) / 2);
    }

    /** The camera that looks at a run. */
    camera(run, poses) {
        const kind = this.controls.camera.value;
        const turn = this.turn + (kind === 'behind' ? heading(run, poses) + Math.PI - 0.9 : 0);
        return { target: kind === 'stand' ? this.middle(run) : origin(run, this.time), turn, rise: this.rise, distance: this.distance };
    }

    show() {
        const { time, clock, designs } = this.controls, canvas = this.canvas, density = devicePixelRatio || 1;
        const [width, height] = [canvas.clientWidth, canvas.clientHeight];
        if (!width) return;
        [canvas.width, canvas.height] = [width * density, height * density];
        const context = canvas.getContext('2d');
        context.setTransform(density, 0, 0, density, 0, 0);
        context.lineCap = 'round';
        const ink = matchMedia('print').matches ? '#444' : getComputedStyle(canvas).color;
        const poses = this.runs.map(run => placed(run, this.time));
        const all = this.runs.map((_, place) => place);
        const groups = designs && designs.value === 'beside' ? all.map(place => [place]) : [all];
        groups.forEach((group, column) => {
            const stage = { left: column * width / groups.length, top: 0, width: width / groups.length, height };
            const first = this.runs[group[0]], view = new View(context, stage, this.camera(first, poses[group[0]]));
            context.save();
            context.beginPath();
            context.rect(stage.left, 0, stage.width, height);
            context.clip();
            context.globalAlpha = 0.3;
            view.lines(ground(first, this.time, view), ink, 0.7);
            context.globalAlpha = 0.7;
            for (const place of group) {
                const run = this.runs[place], path = Array.from({ length: run.count }, (_, k) => [run.origin[3 * k], run.origin[3 * k + 1], run.origin[3 * k + 2]]);
                view.lines([path], run.ink || ink, 1, [2, 4]);
            }
            context.globalAlpha = 1;
            for (const place of group) vehicle(view, this.runs[place], poses[place], this.time);
            context.restore();
        });
        time.value = this.time;
        clock.textContent = `${this.time.toFixed(2)} s`;
    }
}

const players = replays.flatMap((runs, number) => {
    const place = document.getElementById(`replay-${number}`);
    return place ? [new Player(place, runs)] : [];
});
