// Looks at a report as its reader does; ends with an error if something is not as it should be.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { faults } from './texts.mjs';

const [, , file, executablePath, folder] = process.argv;
const WIDTHS = [1400, 900, 390];
const LARGEST = 2.5e6;
const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
const complaints = [];
const requests = [];
page.on('console', message => { if (message.type() === 'error') complaints.push(message.text()); });
page.on('pageerror', error => complaints.push(String(error)));
page.on('request', request => { if (!/^(file|data|blob):/.test(request.url())) requests.push(request.url()); });

const size = statSync(file).size;
assert(size <= LARGEST, `the page has ${size} bytes`);
const begin = Date.now();
await page.goto('file://' + file);
await page.waitForFunction(() => document.documentElement.dataset.ready === 'yes');
const ready = Date.now() - begin;

// Curves: each chart has all of its curves, and its first one all of its points.
const charts = await page.evaluate(() => globalThis.page.charts.map(({ chart, box }) => ({
    title: chart.title, x: chart.x, given: chart.curves.length, drawn: box.querySelectorAll('.curve, svg > circle[cx]:not([visibility])').length,
    points: chart.curves.filter(curve => curve.x.length > 1).reduce((sum, curve) => sum + curve.x.filter((x, k) => x !== null && curve.y[k] !== null).length, 0),
    places: [...box.querySelectorAll('.curve')].reduce((sum, path) => sum + path.getAttribute('d').split(/[ML]/).length - 1, 0),
})));
assert(charts.length >= 40, `only ${charts.length} charts`);
for (const { title, given, drawn, points, places } of charts) {
    assert.equal(drawn, given, title);
    assert.equal(places, points, title);
}

// Ticks are 1, 2 or 5 by a power of ten apart.
const ticks = await page.evaluate(() => globalThis.page.charts.filter(({ chart }) => chart.scale !== 'logarithmic').map(({ chart, box }) => ({
    title: chart.title, numbers: [...box.querySelectorAll('text[text-anchor=end]')].map(text => Number(text.textContent.replace('−', '-'))),
})));
for (const { title, numbers } of ticks) {
    assert(numbers.length >= 2, `${title}: ${numbers}`);
    const step = Math.abs(numbers[1] - numbers[0]), part = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
    assert([1, 2, 5].some(round => Math.abs(part - round) < 1e-6), `${title}: ${numbers}`);
}

const themed = theme => page.waitForFunction(theme => document.documentElement.dataset.theme === theme, theme);

// Texts: whole and apart at every width, light and dark.
const told = [];
for (const width of WIDTHS) {
    for (const colorScheme of ['light', 'dark']) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await themed(colorScheme);
        // Charts are drawn anew for the width in the next frames.
        await page.waitForTimeout(500);
        const { count, found } = await page.evaluate(faults);
        assert.deepEqual(found, [], `${width} pixels, ${colorScheme}`);
        assert(count > 1000, `only ${count} texts`);
        told.push(count);
        await page.screenshot({ path: join(folder, `page_${width}_${colorScheme}.png`), fullPage: true });
    }
}
await page.setViewportSize({ width: 1400, height: 900 });
await page.emulateMedia({ colorScheme: 'light' });
await themed('light');

// The switch of light and dark.
const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const light = await back();
await page.locator('#theme').click();
assert.notEqual(await back(), light);
await page.locator('#theme').click();
assert.equal(await back(), light);

// Sliders have round numbers and move with arrow keys; travel lifts the wheels by what it says, and the steering turns them.
const sliders = await page.evaluate(() => globalThis.page.data.scenes.flatMap(scene => scene.sliders.map(slider => slider.values)));
for (const values of sliders) for (const value of values) assert(String(value).length <= 5, `${value} is not round`);
const wheel = () => page.evaluate(() => {
    const { holder } = globalThis.page.geometry.stage.models[0].wheels[0];
    return { height: holder.position.z, turn: holder.quaternion.toArray() };
});
const picture = selector => page.locator(selector).evaluate(canvas => canvas.toDataURL());
const slider = place => page.locator('#geometry .slider input').nth(place);
await page.locator('#geometry .stage').scrollIntoViewIfNeeded();
await page.waitForFunction(() => globalThis.page.geometry.stage.isNear);
const start = await wheel(), still = await picture('#geometry .stage'), views = await page.locator('#geometry .views').innerHTML();
await slider(0).focus();
for (let k = 0; k < 3; k++) await page.keyboard.press('ArrowRight');
const shown = await page.locator('#geometry .slider output').first().textContent();
const lifted = await wheel();
assert(Math.abs(lifted.height - start.height - 1e-3 * parseFloat(shown)) < 2e-4, `travel ${shown}: ${start.height} to ${lifted.height}`);
assert.notEqual(await picture('#geometry .stage'), still);
assert.notEqual(await page.locator('#geometry .views').innerHTML(), views);
await slider(1).focus();
await page.keyboard.press('ArrowRight');
const steered = await wheel();
assert(Math.hypot(...steered.turn.map((x, k) => x - lifted.turn[k])) > 1e-3, 'the wheel is not steered');
await page.locator('#geometry').screenshot({ path: join(folder, 'geometry.png') });

// One cursor over all curves of a manoeuvre, also by arrow keys, and with the player.
const study = page.locator('.study', { has: page.locator('.replay') }).first();
const pointed = () => study.evaluate(study => globalThis.page.charts.filter(({ place }) => study.contains(place)).filter(chart => chart.cursor.getAttribute('visibility') === 'visible').length);
const plot = study.locator('.chart').nth(1).locator('.plot');
await plot.scrollIntoViewIfNeeded();
await plot.hover();
const together = await pointed();
assert(together >= 6, `the cursor is in ${together} charts`);
await page.mouse.move(2, 2);
assert.equal(await pointed(), 0);
await plot.focus();
await page.keyboard.press('ArrowRight');
assert.equal(await pointed(), together);

// Player: the picture is another one later, on the side, and after space has played.
const stage = study.locator('.replay .stage');
await stage.scrollIntoViewIfNeeded();
await page.waitForFunction(() => globalThis.page.players[0].isNear);
const pictures = [await stage.evaluate(canvas => canvas.toDataURL())];
const another = async what => {
    pictures.push(await stage.evaluate(canvas => canvas.toDataURL()));
    assert.equal(new Set(pictures).size, pictures.length, `${what}: the picture is an earlier one`);
};
await study.locator('.time').evaluate(slider => { slider.value = 2; slider.dispatchEvent(new Event('input')); });
assert.equal(await study.locator('.clock').textContent(), '2.00 s');
assert.equal(await pointed(), together);
await another('later');
await study.locator('.camera').selectOption('behind');
await another('behind');
await study.locator('.designs').selectOption('beside');
await another('beside');
await study.locator('.replay').screenshot({ path: join(folder, 'replay.png') });
await stage.focus();
await page.keyboard.press(' ');
await page.waitForFunction(() => globalThis.page.players[0].time > 2.2);
await page.keyboard.press(' ');
await another('played');
await page.keyboard.press('ArrowLeft');
await another('turned');

// Paper: texts are whole and apart; it has every chart, every drawing and every table.
const paper = join(folder, 'page.pdf');
await page.setViewportSize({ width: 703, height: 900 });
await page.emulateMedia({ media: 'print' });
await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
await page.waitForTimeout(300);
assert.deepEqual((await page.evaluate(faults)).found, [], 'paper');
const expected = await page.evaluate(() => ({ stages: document.querySelectorAll('.stage').length, captions: [...document.querySelectorAll('figcaption, caption, h2, h3, summary, .notes li, pre')].map(own => own.textContent) }));
await page.evaluate(() => dispatchEvent(new Event('afterprint')));
await page.emulateMedia({ media: null });
await page.setViewportSize({ width: 1400, height: 900 });
// The paper of a dark screen is light.
await page.locator('#theme').click();
const dark = await back();
await page.emulateMedia({ media: 'print' });
assert.notEqual(await back(), dark, 'dark paper');
await page.emulateMedia({ media: null });
await page.locator('#theme').click();
await page.pdf({ path: paper, format: 'A4', preferCSSPageSize: true, printBackground: true });
const plain = text => text.toLowerCase().replace(/\s+/g, '');
const printed = plain(execFileSync('pdftotext', ['-raw', paper, '-'], { encoding: 'utf8', maxBuffer: 1e8 }));
// The begin of long texts, before a line or a page ends.
for (const caption of expected.captions) assert(printed.includes(plain(caption).slice(0, 24)), `not on paper: ${caption.slice(0, 80)}`);
const axes = new Map();
for (const { x } of charts) axes.set(x, (axes.get(x) ?? 0) + 1);
for (const [x, count] of axes) {
    const found = printed.split(plain(x)).length - 1;
    assert(found >= count, `on paper ${found} of ${count} axes: ${x}`);
}
const images = execFileSync('pdfimages', ['-list', paper], { encoding: 'utf8' }).split('\n').filter(line => / image /.test(line)).length;
assert(images >= expected.stages, `on paper ${images} of ${expected.stages} drawings in three dimensions`);

assert.deepEqual(complaints, [], 'console');
assert.deepEqual(requests, [], 'network');
await browser.close();
console.log(`${size} bytes, ready after ${ready} ms; ${charts.length} charts with all points; ${told.join(', ')} texts at ${WIDTHS.join(', ')} pixels, none cut, none on another; `
    + `travel ${shown} lifts the wheel by ${(1e3 * (lifted.height - start.height)).toFixed(1)} mm; ${expected.captions.length} headings and texts and ${images} pictures on paper; nothing in the console, nothing loaded`);
