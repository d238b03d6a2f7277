// Scatter matrices: figures over parameters, and figures over each other. Names of rows and columns are texts of the page, which wrap.

const scatter = data.scatter;
/** Height and least width of a cell, and least width of the names beside the rows [pixels]. */
const CELL_HEIGHT = 84, CELL_WIDTH = 92, NAMES = 84;
/** Width of paper [pixels]. */
const PAPER = 690;
/** Margin of the dots in a cell [pixels], and radius of a hollow dot. */
const AIR = 6, HOLLOW = 2.4;

/** Round numbers whose texts stand apart in a width: none where there is no room for one. */
const ticksIn = (range, pixels) => {
    const ticks = ticksBeside(range, pixels, LETTER), size = tick => LETTER * tick.text.length;
    const taken = ticks.reduce((sum, tick) => sum + size(tick) + 6, 0);
    return taken <= pixels ? ticks : ticks.slice(0, 1).filter(tick => size(tick) <= pixels);
};

/** A name that may break behind its dots and underscores. */
const breakable = text => text.split(/(?<=[._])/).flatMap(part => [part, document.createElement('wbr')]);

class Matrix {
    constructor(place, matrix, told) {
        Object.assign(this, { place, matrix, told });
        this.ranges = scatter.columns.map(column => widened(extent([column.numbers]), 0, 0));
        this.draw();
    }

    /** Whether there is a cell at a row and a column: of a lower triangle, those below the diagonal. */
    has(row, column) { return !this.matrix.lower || column <= row; }

    draw() {
        const { rows, columns } = this.matrix, total = isPaper ? PAPER : this.place.parentElement.clientWidth || 600;
        if (total === this.total) return;
        this.total = total;
        const ticks = rows.map(row => linearTicks(this.ranges[row], 4));
        const beside = Math.ceil(Math.max(...ticks.flat().map(tick => LETTER * tick.text.length), 12)) + 6;
        const width = Math.floor(Math.min(Math.max((total - NAMES - beside) / columns.length - 4, CELL_WIDTH), 220));
        const names = Math.min(Math.max(total - beside - columns.length * (width + 4) - 8, NAMES), 170);
        this.place.style.gridTemplateColumns = `${names}px ${beside}px repeat(${columns.length}, ${width}px)`;
        this.cells = [];
        const label = (column, kind) => element('div', { class: kind }, ...breakable(scatter.columns[column].label));
        const made = [element('div'), element('div'), ...columns.map(column => label(column, 'label top'))];
        rows.forEach((row, r) => {
            made.push(label(row, 'label'), this.numbersBeside(row, ticks[r], beside));
            columns.forEach((column, c) => made.push(this.has(r, c) ? this.cell({ row, column, means: this.matrix.means[r]?.[c] }, width) : element('div')));
        });
        made.push(element('div'), element('div'), ...columns.map(column => this.numbersBelow(column, width)));
        this.place.replaceChildren(...made);
    }

    across(column, width) { return scaleOf(this.ranges[column], [AIR, width - 2 - AIR], false); }
    up(row) { return scaleOf(this.ranges[row], [CELL_HEIGHT - AIR, AIR], false); }

    numbersBeside(row, ticks, width) {
        const up = this.up(row), svg = element('svg', { viewBox: `0 0 ${width} ${CELL_HEIGHT}`, width, height: CELL_HEIGHT });
        for (const { at, text } of ticks) svg.append(element('text', { x: width - 3, y: Math.min(Math.max(up.place(at) + 4, 11), CELL_HEIGHT - 2), 'text-anchor': 'end' }, text));
        return svg;
    }

    numbersBelow(column, width) {
        const across = this.across(column, width), svg = element('svg', { viewBox: `0 0 ${width} 18`, width, height: 18 });
        for (const { at, text } of ticksIn(this.ranges[column], width - 8)) {
            const half = LETTER / 2 * text.length;
            svg.append(element('text', { x: Math.min(Math.max(across.place(at), half), width - half), y: 13, 'text-anchor': 'middle' }, text));
        }
        return svg;
    }

    cell({ row, column, means }, width) {
        const across = this.across(column, width), up = this.up(row), [xs, ys] = [column, row].map(own => scatter.columns[own].numbers);
        const dots = xs.map((x, k) => ({ k, x: x === null ? null : across.place(x), y: ys[k] === null ? null : up.place(ys[k]) })).filter(dot => dot.x !== null && dot.y !== null);
        const inner = width - 2, svg = element('svg', { viewBox: `0 0 ${inner} ${CELL_HEIGHT}` });
        const spot = dot => `M${dot.x.toFixed(1)} ${dot.y.toFixed(1)}h0`;
        const ring = dot => `M${(dot.x - HOLLOW).toFixed(1)} ${dot.y.toFixed(1)}a${HOLLOW} ${HOLLOW} 0 1 0 ${2 * HOLLOW} 0a${HOLLOW} ${HOLLOW} 0 1 0 ${-2 * HOLLOW} 0`;
        const drawn = (own, pen) => own.map(pen).join('');
        svg.append(element('path', { class: 'dots', d: drawn(dots.filter(dot => !scatter.failures[dot.k]), spot) }));
        svg.append(element('path', { class: 'failed', d: drawn(dots.filter(dot => scatter.failures[dot.k]), ring) }));
        if (means?.x.length > 1) svg.append(element('path', { class: 'mean', d: means.x.map((x, k) => `${k ? 'L' : 'M'}${across.place(x).toFixed(1)} ${up.place(means.y[k]).toFixed(1)}`).join('') }));
        const pick = element('circle', { r: 4, class: 'pick', visibility: 'hidden' });
        svg.append(pick);
        const name = `${scatter.columns[row].label} over ${scatter.columns[column].label}`;
        const box = element('div', { class: 'cell', tabindex: '0', role: 'img', 'aria-label': `${name}: arrow keys go from dot to dot` }, svg);
        const cell = { row, column, dots, pick, box };
        this.cells.push(cell);
        this.listen(cell, inner);
        return box;
    }

    /** The dot nearest to the pointer is picked, and arrow keys go from dot to dot. */
    listen({ row, column, dots, box }, width) {
        const ordered = [...dots].sort((one, other) => one.x - other.x);
        box.addEventListener('pointermove', event => {
            const frame = box.getBoundingClientRect(), scale = width / frame.width, [x, y] = [(event.clientX - frame.left) * scale, (event.clientY - frame.top) * scale];
            const nearest = dots.reduce((best, dot) => { const far = Math.hypot(dot.x - x, dot.y - y); return far < best.far ? { far, k: dot.k } : best; }, { far: 24, k: null });
            this.told(nearest.k, row, column);
        });
        box.addEventListener('pointerleave', () => this.told(null));
        box.addEventListener('blur', () => this.told(null));
        box.addEventListener('keydown', event => {
            const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (event.key === 'Escape') this.told(null);
            if (!way || !ordered.length) return;
            event.preventDefault();
            const place = ordered.findIndex(dot => dot.k === picked), next = place < 0 ? (way > 0 ? 0 : ordered.length - 1) : Math.min(Math.max(place + way, 0), ordered.length - 1);
            this.told(ordered[next].k, row, column);
        });
    }

    /** Marks a variant in all cells; none for null. */
    mark(k) {
        for (const { dots, pick } of this.cells) {
            const dot = dots.find(dot => dot.k === k);
            pick.setAttribute('visibility', dot ? 'visible' : 'hidden');
            if (dot) { pick.setAttribute('cx', dot.x); pick.setAttribute('cy', dot.y); }
        }
    }
}

/** The variant that is picked, by its place among the dots. */
let picked = null;
const words = document.querySelector('.picked');

/** Marks a variant in all matrices, and tells its numbers in one cell. */
const pick = (k, row, column) => {
    picked = k;
    for (const matrix of matrices) matrix.mark(k);
    const value = own => `${scatter.columns[own].label} = ${significant(scatter.columns[own].numbers[k])}`;
    words.textContent = k === null ? '' : `Variant ${scatter.indices[k]}: ${value(column)}; ${value(row)}. ${scatter.failures[k] ? `Not as asked: ${scatter.failures[k]}.` : 'As asked.'}`;
};

const matrices = [];
for (const place of document.querySelectorAll('.matrix')) matrices.push(new Matrix(place, scatter.matrices[Number(place.dataset.matrix)], pick));
new ResizeObserver(() => matrices.forEach(matrix => matrix.draw())).observe(document.querySelector('main'));
