// Looks at the page of a sweep as its reader does; ends with an error if something is not as it should be.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { faults } from './texts.mjs';

// The page, its table as comma-separated values, the browser, a folder for pictures.
const [, , file, table, executablePath, folder] = process.argv;
const WIDTHS = [1400, 900, 390];
const LARGEST = 4e5;
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'] });
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
const complaints = [];
const requests = [];
page.on('console', message => { if (message.type() === 'error') complaints.push(message.text()); });
page.on('pageerror', error => complaints.push(String(error)));
page.on('request', request => { if (!/^(file|data|blob):/.test(request.url())) requests.push(request.url()); });

const size = statSync(file).size;
assert(size <= LARGEST, `the page has ${size} bytes`);
await page.goto('file://' + file);
await page.waitForFunction(() => document.documentElement.dataset.ready === 'yes');

// Dots: in each cell those of the table that have both numbers, at places that go up with them.
const lines = readFileSync(table, 'utf8').trim().split('\n').map(line => line.split(','));
const rows = new Map(lines.slice(1).map(cells => [Number(cells[0]), cells]));
const columnOf = label => lines[0].indexOf(label.replace('²', '^2'));
const matrices = await page.evaluate(() => globalThis.page.matrices.map(matrix => ({
    rows: matrix.matrix.rows.length, columns: matrix.matrix.columns.length, lower: matrix.matrix.lower,
    cells: matrix.cells.map(cell => ({ row: cell.row, column: cell.column, dots: cell.dots, drawn: [...cell.box.querySelectorAll('.dots, .failed')].map(path => path.getAttribute('d').split('M').length - 1) })),
})));
const { indices, failures, columns } = await page.evaluate(() => globalThis.page.data.scatter);
let dots = 0;
for (const matrix of matrices) {
    assert.equal(matrix.cells.length, matrix.lower ? matrix.rows * (matrix.rows + 1) / 2 : matrix.rows * matrix.columns);
    for (const cell of matrix.cells) {
        const [x, y] = [cell.column, cell.row].map(own => columnOf(columns[own].label));
        assert(x > 0 && y > 0, `${columns[cell.column].label}, ${columns[cell.row].label}`);
        const wanted = indices.filter(index => rows.get(index)[x] !== '' && rows.get(index)[y] !== '');
        assert.deepEqual(cell.dots.map(dot => indices[dot.k]), wanted);
        const failed = cell.dots.filter(dot => failures[dot.k] !== '').length;
        assert.deepEqual(cell.drawn, [cell.dots.length - failed, failed]);
        const number = (index, column) => Number(rows.get(index)[column]);
        const across = [...cell.dots].sort((one, other) => number(indices[one.k], x) - number(indices[other.k], x));
        across.forEach((dot, k) => k && assert(dot.x >= across[k - 1].x - 0.02, 'a dot is on the wrong side'));
        const up = [...cell.dots].sort((one, other) => number(indices[one.k], y) - number(indices[other.k], y));
        up.forEach((dot, k) => k && assert(dot.y <= up[k - 1].y + 0.02, 'a dot is too high'));
        dots += cell.dots.length;
    }
}
assert(dots > 500, `only ${dots} dots`);
failures.forEach((failure, k) => assert.equal(failure === '', rows.get(indices[k]).some(cell => cell === 'as_asked'), `variant ${indices[k]}: ${failure}`));

// Quantiles: those of the table, found by counting.
const told = await page.evaluate(() => [...document.querySelectorAll('#figures tbody tr')].map(row => [...row.cells].map(cell => cell.textContent)));
assert(told.length >= 2);
for (const [label, count, ...shown] of told) {
    const column = columnOf(label);
    const numbers = [...rows.values()].map(cells => cells[column]).filter(cell => cell !== '').map(Number).sort((a, b) => a - b);
    assert.equal(numbers.length, Number(count), label);
    const [least, low, median, high, greatest] = shown.slice(2).map(text => Number(text.replace('−', '-')));
    const near = (one, other) => Math.abs(one - other) <= 1e-5 * Math.max(...numbers.map(Math.abs)) + 1e-12;
    assert(near(least, numbers[0]) && near(greatest, numbers.at(-1)), `${label}: ${least}, ${greatest}`);
    for (const [quantile, part] of [[low, 0.05], [median, 0.5], [high, 0.95]]) {
        const below = numbers.filter(number => number < quantile).length / numbers.length;
        assert(Math.abs(below - part) <= 1.5 / numbers.length, `${label}: ${100 * below} % are below ${quantile}`);
    }
}

const themed = theme => page.waitForFunction(theme => document.documentElement.dataset.theme === theme, theme);

// Texts: whole and apart at every width, light and dark.
const counts = [];
for (const width of WIDTHS) {
    for (const colorScheme of ['light', 'dark']) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await themed(colorScheme);
        await page.waitForTimeout(400);
        const { count, found } = await page.evaluate(faults);
        assert.deepEqual(found, [], `${width} pixels, ${colorScheme}`);
        const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert(beyond <= 0, `${width} pixels: the page is ${beyond} pixels too wide`);
        assert(count > 100, `only ${count} texts`);
        counts.push(count);
        await page.screenshot({ path: join(folder, `sweep_${width}_${colorScheme}.png`), fullPage: true });
    }
}
await page.setViewportSize({ width: 1400, height: 900 });
await page.emulateMedia({ colorScheme: 'light' });
await themed('light');
await page.waitForTimeout(300);

// The switch of light and dark.
const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const light = await back();
await page.locator('#theme').click();
assert.notEqual(await back(), light);
await page.locator('#theme').click();

// A variant that is picked is marked in all cells that have it, and its numbers are those of the table; by the pointer and by keys.
const cell = page.locator('.matrix .cell').first();
const marked = () => page.evaluate(() => document.querySelectorAll('.pick[visibility=visible]').length);
const picked = () => page.locator('.picked').textContent();
await cell.scrollIntoViewIfNeeded();
assert.equal(await picked(), '');
await cell.focus();
await page.keyboard.press('ArrowRight');
const first = await picked();
const index = Number(first.match(/^Variant (\d+):/)[1]);
const leftmost = matrices[0].cells[0].dots.reduce((best, dot) => dot.x < best.x ? dot : best);
assert.equal(index, indices[leftmost.k]);
const number = Number(rows.get(index)[columnOf(columns[matrices[0].cells[0].column].label)]);
const shown = Number(first.match(/ = ([^;]+);/)[1].replace('−', '-'));
assert(Math.abs(shown - number) <= 1e-3 * Math.abs(number) + 1e-9, `${first}: ${number}`);
assert.equal(await marked(), matrices.flatMap(matrix => matrix.cells).filter(own => own.dots.some(dot => indices[dot.k] === index)).length);
await page.keyboard.press('ArrowRight');
assert.notEqual(await picked(), first);
await page.keyboard.press('Escape');
assert.equal(await marked(), 0);
await cell.hover();
assert(await marked() > 0, 'the pointer picks nothing');
await page.mouse.move(2, 2);
assert.equal(await marked(), 0);

// The matrices are drawn for paper, however wide the screen is.
await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
const drawn = await page.evaluate(() => Math.max(...[...document.querySelectorAll('.matrix')].map(own => own.scrollWidth > own.clientWidth ? own.scrollWidth : own.lastElementChild.getBoundingClientRect().right - own.getBoundingClientRect().left)));
assert(drawn <= 703, `for paper a matrix is drawn ${drawn} pixels wide`);
await page.evaluate(() => dispatchEvent(new Event('afterprint')));

// Paper: texts are whole and apart, in light colours; it has every heading, every figure and every name of the matrices.
await page.setViewportSize({ width: 703, height: 900 });
await page.emulateMedia({ media: 'print' });
await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
await page.waitForTimeout(300);
assert.deepEqual((await page.evaluate(faults)).found, [], 'paper');
const wide = await page.evaluate(() => Math.max(...[...document.querySelectorAll('.matrix, table')].map(own => own.getBoundingClientRect().right)));
assert(wide <= 703.5, `on paper something ends at ${wide} pixels`);
const expected = await page.evaluate(() => [...document.querySelectorAll('figcaption, h2, h3, .label, td:first-child')].map(own => own.textContent));
await page.evaluate(() => dispatchEvent(new Event('afterprint')));
await page.emulateMedia({ media: null });
await page.setViewportSize({ width: 1400, height: 900 });
await page.locator('#theme').click();
const paper = join(folder, 'sweep.pdf');
await page.pdf({ path: paper, format: 'A4', preferCSSPageSize: true, printBackground: true });
const plain = text => text.toLowerCase().replace(/\s+/g, '');
const printed = plain(execFileSync('pdftotext', ['-raw', paper, '-'], { encoding: 'utf8', maxBuffer: 1e8 }));
for (const caption of expected) assert(printed.includes(plain(caption).slice(0, 24)), `not on paper: ${caption.slice(0, 80)}`);

assert.deepEqual(complaints, [], 'console');
assert.deepEqual(requests, [], 'network');
await browser.close();
console.log(`${size} bytes; ${matrices.length} matrices with ${dots} dots, all those of the table; ${told.length} figures with their quantiles; `
    + `${counts.join(', ')} texts at ${WIDTHS.join(', ')} pixels, none cut, none on another; ${expected.length} names on paper; nothing in the console, nothing loaded`);
