// Numbers, round ticks and scales.

const data = JSON.parse(document.getElementById('data').textContent);

/** The smallest of 1, 2 and 5 by a power of ten that is no smaller. */
const roundStep = least => {
    const power = 10 ** Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map(part => part * power).find(step => step >= least * (1 - 1e-9));
};

/** A number with so many decimals, without needless zeros; a minus sign that is as wide as a plus. */
const shown = (value, decimals) => {
    const text = value.toFixed(decimals);
    const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
    return (Number(short) === 0 ? '0' : short).replace('-', '−');
};

/** Decimals that tell apart the multiples of a step. */
const decimalsOf = step => Math.min(Math.max(-Math.floor(Math.log10(step) + 1e-9), 0), 9);

/** A number with about so many significant digits. */
const significant = (value, digits = 4) =>
    value === null || !Number.isFinite(value) ? '–' : shown(value, Math.min(Math.max(digits - 1 - Math.floor(Math.log10(Math.abs(value) || 1)), 0), 6));

/** Multiples of a step in a range, with their texts. */
const multiples = ([from, to], step) => {
    const first = Math.ceil(from / step - 1e-9), last = Math.floor(to / step + 1e-9), decimals = decimalsOf(step);
    return Array.from({ length: Math.max(last - first + 1, 0) }, (_, k) => ({ at: (first + k) * step, text: shown((first + k) * step, decimals) }));
};

/** Round numbers in a range, no more than so many, with their texts. */
const linearTicks = (range, most) => {
    let step = roundStep((range[1] - range[0]) / Math.max(most, 1));
    while (multiples(range, step).length > most && most > 1) step = roundStep(step * 1.01);
    return multiples(range, step);
};

/** The most round numbers below ten whose texts have room beside each other, for letters of a width [pixels]. */
const ticksBeside = (range, pixels, letter) => {
    for (let most = 10; most > 2; most--) {
        const ticks = linearTicks(range, most), longest = Math.max(...ticks.map(tick => tick.text.length), 1);
        if (ticks.length * (letter * longest + 14) <= pixels) return ticks;
    }
    return linearTicks(range, 2);
};

/** Decades in a range above zero, divided at 2 and 5 where there is room. */
const logarithmicTicks = ([from, to], most) => {
    const decades = Math.log10(to / from);
    const parts = decades * 3 <= most ? [1, 2, 5] : [1];
    const ticks = [];
    for (let power = Math.floor(Math.log10(from)); power <= Math.ceil(Math.log10(to)); power++) {
        for (const part of parts) {
            const at = part * 10 ** power;
            if (at >= from * 0.999 && at <= to * 1.001) ticks.push({ at, text: shown(at, Math.max(-power, 0)) });
        }
    }
    return ticks;
};

/** From numbers to pixels, and back. */
const scaleOf = ([from, to], [start, end], logarithmic) => {
    const along = logarithmic ? Math.log : x => x;
    const [low, length] = [along(from), along(to) - along(from) || 1];
    return {
        place: x => start + (end - start) * (along(x) - low) / length,
        value: pixel => { const x = low + length * (pixel - start) / (end - start); return logarithmic ? Math.exp(x) : x; },
    };
};

/** Smallest and greatest finite number. */
const extent = lists => {
    let [low, high] = [Infinity, -Infinity];
    for (const list of lists) for (const x of list) if (x !== null) { low = Math.min(low, x); high = Math.max(high, x); }
    return low <= high ? [low, high] : [0, 1];
};

/** A range of at least that length about the same middle, with some air. */
const widened = ([low, high], least, air) => {
    const middle = (low + high) / 2, length = Math.max((high - low) * (1 + 2 * air), least, 1e-6 * Math.abs(middle), 1e-9);
    return [middle - length / 2, middle + length / 2];
};

/** An element with attributes and children. */
const element = (name, attributes = {}, ...children) => {
    const svg = ['svg', 'g', 'path', 'line', 'text', 'circle', 'rect', 'polygon', 'polyline'].includes(name);
    const made = svg ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value);
    made.append(...children);
    return made;
};

/** Letter of a design. */
const letterOf = design => String.fromCharCode(65 + design % 26);
