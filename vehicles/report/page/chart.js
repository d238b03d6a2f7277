// Curves as SVG, drawn anew for every width. Title, legend and name of the axis are text of the page, which wraps: they collide with nothing.

/** Height of a picture on the screen and on paper [pixels]. */
const HEIGHTS = [216, 168];
const RIGHT = 14, TOP = 8, BOTTOM = 26;
/** Width of a letter of the axes [pixels]. */
const LETTER = 6.6;
const DASHES = ['', '7 4', '2 3', '10 3 2 3', '1 4', '12 5'];
const several = data.designs.length > 1;

/** Colour and dash of a curve: of several designs each has a colour, of one each curve. */
const looks = (curve, names) => several
    ? { stroke: `var(--d${curve.design % 6})`, dash: DASHES[names.indexOf(curve.name) % DASHES.length] }
    : { stroke: `var(--c${curve.ink % 7})`, dash: '' };

/** The number of a curve at a place of an axis on which it runs forward or backward; null elsewhere. */
const at = (curve, x) => {
    const { x: xs, y: ys } = curve;
    for (let k = 1; k < xs.length; k++) {
        const [a, b] = [xs[k - 1], xs[k]];
        if ((a <= x && x <= b) || (b <= x && x <= a)) {
            if (ys[k - 1] === null || ys[k] === null) return null;
            return a === b ? ys[k] : ys[k - 1] + (ys[k] - ys[k - 1]) * (x - a) / (b - a);
        }
    }
    return null;
};

/** Whether a curve cannot be told from another one: nearly all of its points are as near to it as a line is thick. */
const liesOn = (curve, own, near) => {
    const places = curve.x.map((_, k) => k).filter(k => k % 4 === 0 && curve.y[k] !== null);
    const apart = places.filter(k => { const y = at(own, curve.x[k]); return y === null || Math.abs(y - curve.y[k]) > near; });
    return apart.length <= 0.03 * places.length;
};

/** Whether charts are drawn for paper. */
let isPaper = false;

class Chart {
    constructor(place, chart) {
        Object.assign(this, { place, chart, names: [...new Set(chart.curves.map(curve => curve.name))] });
        this.legend = element('div', { class: 'legend' });
        this.values = [];
        chart.curves.forEach(curve => this.key(curve));
        this.box = element('div', { class: 'plot', tabindex: '0', role: 'img', 'aria-label': `${chart.title} over ${chart.x}` });
        const axis = element('div', { class: 'axis' }, chart.scale === 'logarithmic' ? `${chart.x}, logarithmic` : chart.x);
        place.append(element('figcaption', {}, chart.title), this.legend, this.box, axis);
        this.draw();
    }

    /** A key of the legend with room for the number at the cursor. */
    key(curve) {
        const { stroke, dash } = looks(curve, this.names), value = element('span', { class: 'value' });
        this.values.push(value);
        const name = [curve.name, several ? letterOf(curve.design) : ''].filter(Boolean).join(' ');
        const isShown = curve.x.length > 1 && (name || this.chart.curves.length === 1);
        if (!isShown) return;
        const stroked = element('svg', { width: 22, height: 8, class: 'key' }, element('line', { x1: 0, y1: 4, x2: 22, y2: 4, style: `stroke:${stroke}`, 'stroke-dasharray': dash }));
        this.legend.append(element('span', { class: 'entry' }, ...(name ? [stroked, name] : []), value));
    }

    ranges(width, height) {
        const { chart } = this, xs = chart.curves.map(curve => curve.x), ys = chart.curves.map(curve => curve.y);
        let x = extent(xs), y = widened(extent(ys), chart.least, 0.06);
        if (x[0] === x[1]) x = widened(x, 1, 0);
        if (chart.scale === 'equal') {
            const scale = Math.max((x[1] - x[0]) / width, (y[1] - y[0]) / height);
            [x, y] = [widened(x, scale * width, 0), widened(y, scale * height, 0)];
        }
        return [x, y];
    }

    draw() {
        const width = Math.max(Math.round(this.box.clientWidth || this.place.clientWidth || 400), 180), height = HEIGHTS[Number(isPaper)];
        if (this.width === width && this.height === height) return;
        Object.assign(this, { width, height });
        const { chart } = this, logarithmic = chart.scale === 'logarithmic';
        const yOf = left => this.ranges(width - left - RIGHT, height - TOP - BOTTOM)[1];
        // Room for the longest number beside the axis.
        const left = Math.max(...linearTicks(yOf(50), 6).map(tick => LETTER * tick.text.length + 12), 30);
        const [x, y] = this.ranges(width - left - RIGHT, height - TOP - BOTTOM);
        const across = scaleOf(x, [left, width - RIGHT], logarithmic), up = scaleOf(y, [height - BOTTOM, TOP], false);
        const xTicks = logarithmic ? logarithmicTicks(x, (width - left - RIGHT) / 44) : ticksBeside(x, width - left - RIGHT, LETTER), yTicks = linearTicks(y, 6);
        const svg = element('svg', { viewBox: `0 0 ${width} ${height}`, class: 'axes' });
        const rule = (x1, y1, x2, y2, kind) => element('line', { x1, y1, x2, y2, class: kind });
        for (const { at, text } of yTicks) {
            const level = up.place(at);
            svg.append(rule(left, level, width - RIGHT, level, at === 0 ? 'zero' : 'grid'), element('text', { x: left - 6, y: level + 4, 'text-anchor': 'end' }, text));
        }
        for (const { at, text } of xTicks) {
            const place = across.place(at);
            svg.append(rule(place, TOP, place, height - BOTTOM, at === 0 ? 'zero' : 'grid'));
            // Texts end at the borders of the picture.
            const half = LETTER / 2 * text.length;
            const middle = Math.min(Math.max(place, half), width - half - 1);
            svg.append(element('text', { x: middle, y: height - BOTTOM + 18, 'text-anchor': 'middle' }, text));
        }
        // The first design is drawn last, so that it lies above; but the strokes of one that is the same lie on it with gaps.
        const isSame = curve => chart.curves.some(own => own.design < curve.design && own.name === curve.name && liesOn(curve, own, 1e-2 * (y[1] - y[0])));
        const same = chart.curves.filter(isSame);
        for (const curve of [...chart.curves.filter(curve => !same.includes(curve)).reverse(), ...same]) svg.append(this.curve(curve, across, up, same.includes(curve) ? '9 9' : null));
        this.cursor = rule(0, TOP, 0, height - BOTTOM, 'cursor');
        this.dots = chart.curves.map(curve => element('circle', { r: 3, style: `fill:${looks(curve, this.names).stroke}`, visibility: 'hidden' }));
        this.cursor.setAttribute('visibility', 'hidden');
        svg.append(this.cursor, ...this.dots);
        this.box.replaceChildren(svg);
        Object.assign(this, { across, up, left, range: x });
    }

    curve(curve, across, up, gaps) {
        const { stroke, dash } = looks(curve, this.names);
        if (curve.x.length === 1) return element('circle', { cx: across.place(curve.x[0]), cy: up.place(curve.y[0]), r: 4, style: `fill:${stroke}` });
        let path = '', pen = 'M';
        curve.x.forEach((x, k) => {
            if (x === null || curve.y[k] === null) { pen = 'M'; return; }
            path += `${pen}${across.place(x).toFixed(1)} ${up.place(curve.y[k]).toFixed(1)}`;
            pen = 'L';
        });
        return element('path', { d: path, class: 'curve', style: `stroke:${stroke}`, 'stroke-dasharray': gaps ?? dash });
    }

    /** Shows the numbers at a place of the axis; at none, nothing. */
    show(x) {
        const isInside = x !== null && x >= this.range[0] && x <= this.range[1];
        this.cursor.setAttribute('visibility', isInside ? 'visible' : 'hidden');
        if (isInside) { this.cursor.setAttribute('x1', this.across.place(x)); this.cursor.setAttribute('x2', this.across.place(x)); }
        this.chart.curves.forEach((curve, k) => {
            const y = isInside && curve.x.length > 1 ? at(curve, x) : null;
            this.values[k].textContent = y === null ? '' : significant(y);
            this.dots[k].setAttribute('visibility', y === null ? 'hidden' : 'visible');
            if (y !== null) { this.dots[k].setAttribute('cx', this.across.place(x)); this.dots[k].setAttribute('cy', this.up.place(y)); }
        });
    }
}

/** One cursor over all charts of a study that have the same axis. */
class Cursor {
    constructor(charts, told) {
        Object.assign(this, { charts, told, x: null });
        for (const chart of charts) {
            chart.box.addEventListener('pointermove', event => {
                const box = chart.box.getBoundingClientRect();
                this.to(chart.across.value((event.clientX - box.left) * chart.width / box.width));
            });
            chart.box.addEventListener('pointerleave', () => this.to(null));
            chart.box.addEventListener('keydown', event => {
                const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
                if (event.key === 'Escape') this.to(null);
                if (!way) return;
                event.preventDefault();
                const pixel = chart.across.place(this.x ?? (way > 0 ? chart.range[0] : chart.range[1])) + way * 4;
                this.to(chart.across.value(Math.min(Math.max(pixel, chart.left), chart.width - RIGHT)));
            });
            chart.box.addEventListener('blur', () => this.to(null));
        }
    }

    to(x) {
        this.x = x;
        for (const chart of this.charts) chart.show(x);
        if (this.told && x !== null) this.told(x);
    }
}

const charts = [...document.querySelectorAll('.chart')].map(place => new Chart(place, data.charts[Number(place.dataset.chart)]));

/** Cursors by study, and by the axis in it. */
const cursors = [...document.querySelectorAll('.study')].flatMap(study => {
    const own = charts.filter(chart => study.contains(chart.place)), axes = [...new Set(own.map(chart => chart.chart.x))];
    return axes.map(axis => ({ study, axis, cursor: new Cursor(own.filter(chart => chart.chart.x === axis && chart.chart.scale !== 'equal')) }));
});

/** Draws all charts for the width that they have now. */
const redrawCharts = (paper = isPaper) => {
    isPaper = paper;
    charts.forEach(chart => chart.draw());
};
new ResizeObserver(() => redrawCharts()).observe(document.querySelector('main'));
