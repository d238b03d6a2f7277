// Plays runs of vehicles. World axes are X forward, Y left, Z up [m].

/** A run with its numbers in arrays. */
const decodedRun = run => ({ ...decoded(run), turned: numbers(run.turned, Float32Array), ground: numbers(run.ground, Float32Array), end: run.frame * Math.max(run.count - 1, 0) });

/** Frames before and after a time, and the part of the way between them. */
const between = (run, time) => {
    const place = run.frame ? Math.min(Math.max(time, 0), run.end) / run.frame : 0;
    const before = Math.min(Math.floor(place), Math.max(run.count - 2, 0));
    return [before, Math.min(before + 1, run.count - 1), place - before];
};

/** The ground of a run as lines along it and across it. */
const groundOfRun = (run, ink) => {
    const across = run.across, sections = run.ground.length / (3 * across || 1), corners = [];
    const point = (section, place) => run.ground.slice(3 * (section * across + place), 3 * (section * across + place) + 3);
    const every = Math.max(Math.round(1 / (sections > 1 ? Math.hypot(...[0, 1].map(axis => point(1, 0)[axis] - point(0, 0)[axis])) || 1 : 1)), 1);
    for (let section = 0; section < sections; section++) {
        for (let place = 0; place < across; place++) {
            if (section) corners.push(...point(section - 1, place), ...point(section, place));
            if (place && section % every === 0) corners.push(...point(section, place - 1), ...point(section, place));
        }
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(corners, 3));
    return new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: ink, transparent: true, opacity: 0.3 }));
};

/** The path of a run. */
const pathOf = (run, ink) => {
    const corners = [];
    for (let k = 1; k < run.count; k++) corners.push(...run.origin.slice(3 * k - 3, 3 * k), ...run.origin.slice(3 * k, 3 * k + 3));
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(corners, 3));
    return new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: ink }));
};

/** Colours of designs, as the style has them. */
const inkOf = design => getComputedStyle(document.documentElement).getPropertyValue(`--d${design % 6}`).trim() || '#0072b2';

/** A player in its place on the page. */
class Player extends Stage {
    constructor(place, replay) {
        super(place.querySelector('.stage'));
        this.runs = replay.runs.map(decodedRun);
        this.end = Math.max(...this.runs.map(run => run.end));
        this.controls = Object.fromEntries(['play', 'time', 'clock', 'rate', 'camera', 'designs'].map(name => [name, place.querySelector('.' + name)]));
        Object.assign(this, { place, time: 0, playing: false });
        this.models = this.runs.map((run, k) => new Model(run.geometry, run.chassis, several ? { ink: inkOf(k), opacity: 0.2 } : { opacity: 0.28 }));
        this.extras = this.runs.map((run, k) => [groundOfRun(run, 0x888888), pathOf(run, several ? inkOf(k) : 0x5b7fa6)]);
        this.models.forEach((model, k) => this.scene.add(model.group, ...this.extras[k]));
        this.size = this.runs.map(run => run.count ? boundsOf(run.geometry, this.poses(run, 0)) : [[0, 0, 0], [1, 1, 1]]);
        this.rise = 0.3;
        this.turn = 0.9;
        this.isOff = this.runs.every(run => !run.count);
        this.controlled();
        this.show();
    }

    poses(run, time) {
        const [k, next, part] = between(run, time);
        return Array.from({ length: run.bodies }, (_, body) => poseOf(run, body, k, next, part));
    }

    controlled() {
        const { play, time, camera, designs } = this.controls;
        time.max = this.end;
        play.onclick = () => this.playing ? this.pause() : this.start();
        time.oninput = () => { this.pause(); this.to(Number(time.value)); };
        camera.onchange = () => { this.zoom = 1; this.show(); };
        if (designs) designs.onchange = () => this.show();
        this.place.addEventListener('keydown', event => {
            if (event.key !== ' ' || event.target === play || event.target.tagName === 'SELECT') return;
            event.preventDefault();
            play.click();
        });
    }

    to(time) {
        this.time = Math.min(Math.max(time, 0), this.end);
        this.show();
        this.cursor?.to(this.time);
    }

    start() {
        if (this.time >= this.end) this.time = 0;
        this.playing = true;
        this.controls.play.textContent = 'pause';
        let last = performance.now();
        const tick = now => {
            if (!this.playing) return;
            const time = this.time + 1e-3 * (now - last) * Number(this.controls.rate.value);
            last = now;
            this.to(time);
            this.time < this.end ? requestAnimationFrame(tick) : this.pause();
        };
        requestAnimationFrame(tick);
    }

    pause() {
        this.playing = false;
        this.controls.play.textContent = 'play';
    }

    /** Camera on a run. */
    aim(k, poses) {
        const run = this.runs[k], kind = this.controls.camera.value, chassis = poses[run.chassis];
        if (kind === 'stand') {
            const ends = [Math.min, Math.max].map(pick => [0, 1, 2].map(axis => {
                let found = run.origin[axis];
                for (let place = axis; place < run.origin.length; place += 3) found = pick(found, run.origin[place]);
                return found;
            }));
            this.target = ends[0].map((x, axis) => (x + ends[1][axis]) / 2);
            this.radius = 3 + Math.hypot(...ends[0].map((x, axis) => ends[1][axis] - x)) / 2;
            return 0;
        }
        const [low, high] = this.size[k];
        this.radius = 0.47 * Math.hypot(...low.map((x, axis) => high[axis] - x));
        this.target = chassis.position;
        const ahead = turned(chassis.turn, [1, 0, 0]);
        return kind === 'behind' ? Math.atan2(ahead[1], ahead[0]) + Math.PI - 0.9 : 0;
    }

    draw(context, width, height, density) {
        const all = this.runs.map((_, k) => k), poses = this.runs.map(run => this.poses(run, this.time));
        const groups = this.controls.designs?.value === 'beside' ? all.map(k => [k]) : [all];
        this.runs.forEach((run, k) => {
            const [frame, next, part] = between(run, this.time), count = run.geometry.wheels.length;
            this.models[k].pose(poses[k], Array.from({ length: count }, (_, wheel) => mix(run.turned[frame * count + wheel], run.turned[next * count + wheel], part)));
            this.extras[k][0].position.x = run.speed * this.time;
        });
        groups.forEach((group, column) => {
            this.models.forEach((model, k) => {
                model.group.visible = group.includes(k);
                this.extras[k].forEach((extra, which) => { extra.visible = which ? group.includes(k) : k === group[0]; });
            });
            const turn = this.turn;
            this.turn += this.aim(group[0], poses[group[0]]);
            this.picture(context, { left: column * width / groups.length, width: width / groups.length, height }, density);
            this.turn = turn;
        });
        this.controls.time.value = this.time;
        this.controls.clock.textContent = `${this.time.toFixed(2)} s`;
    }
}

const players = data.replays.flatMap((replay, number) => {
    const place = document.getElementById(`replay-${number}`);
    if (!place) return [];
    const player = new Player(place, replay), own = cursors.find(({ study, axis }) => study.contains(place) && axis === 'time [s]');
    // The time of the player is that of the cursor over its curves, both ways.
    if (own) {
        player.cursor = own.cursor;
        own.cursor.told = time => { if (!player.playing && Math.abs(time - player.time) > 1e-9) { player.time = Math.min(time, player.end); player.show(); } };
    }
    return [player];
});
