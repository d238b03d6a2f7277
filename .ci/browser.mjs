// Looks at a report as its reader does; ends with an error if something is not as it should be.
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

const [, , file, executablePath] = process.argv;
const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const complaints = [];
const requests = [];
page.on('console', message => { if (message.type() === 'error') complaints.push(message.text()); });
page.on('pageerror', error => complaints.push(String(error)));
page.on('request', request => { if (!request.url().startsWith('file:') && !request.url().startsWith('data:') && !request.url().startsWith('blob:')) requests.push(request.url()); });
await page.goto('file://' + file);
await page.waitForFunction(() => document.querySelectorAll('.chart .main-svg').length >= figures.length);

// Curves: those that the page draws have the points of its data.
const curves = await page.evaluate(() => figures.map((figure, place) => ({
    title: figure.layout.title?.text ?? 'geometry',
    given: figure.data.map(trace => trace.x.length),
    drawn: document.getElementById('chart-' + place).data.map(trace => trace.x.length),
})));
assert(curves.length >= 20, `only ${curves.length} charts`);
for (const { title, given, drawn } of curves) {
    assert.deepEqual(drawn, given, title);
    assert(given.length > 0 && given.every(count => count > 0), `${title}: ${given}`);
}

// Sliders: the last line of the geometry is a wheel, which travel lifts and the rack turns.
const wheel = name => page.evaluate(name => {
    const found = document.getElementById('chart-0').data.find(trace => trace.name === name);
    const high = Math.max(...found.z), low = Math.min(...found.z);
    return { height: (high + low) / 2, wide: Math.max(...found.y) - Math.min(...found.y) };
}, name);
const drag = async slider => {
    const grip = page.locator('#chart-0 .slider-grip-rect').nth(slider);
    await grip.scrollIntoViewIfNeeded();
    const box = await grip.boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 450, box.y + box.height / 2, { steps: 8 });
    await page.mouse.up();
    await page.waitForTimeout(1000);
};
const start = await wheel('front_left.tyre');
await drag(0);
const lifted = await wheel('front_left.tyre');
assert(Math.abs(lifted.height - start.height - 0.0667) < 1e-3, `travel: ${start.height} to ${lifted.height}`);
await page.screenshot({ path: file.replace('.html', '_lifted.png') });
await drag(1);
const steered = await wheel('front_left.tyre');
assert(steered.wide > start.wide + 0.05, `rack: ${start.wide} to ${steered.wide}`);

// Replay: the picture has as many colours as designs, is another one later, on the side, in the dark and after play.
const replay = page.locator('#replay-0');
await replay.scrollIntoViewIfNeeded();
const picture = () => page.evaluate(() => players[0].canvas.toDataURL());
const inks = () => page.evaluate(() => {
    const { canvas, runs } = players[0];
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return runs.map(({ ink }) => {
        const [red, green, blue] = [1, 3, 5].map(place => parseInt(ink.slice(place, place + 2), 16));
        let count = 0;
        for (let k = 0; k < data.length; k += 4) count += data[k] === red && data[k + 1] === green && data[k + 2] === blue && data[k + 3] === 255;
        return count;
    });
});
const pictures = [await picture()];
const another = async () => {
    pictures.push(await picture());
    assert.equal(new Set(pictures).size, pictures.length, 'the picture is an earlier one');
};
await replay.locator('.time').evaluate(slider => { slider.value = 2; slider.dispatchEvent(new Event('input')); });
assert.equal(await replay.locator('.clock').textContent(), '2.00 s');
await another();
await replay.locator('.camera').selectOption('behind');
await another();
await replay.locator('.designs').selectOption('beside');
await another();
const coloured = await inks();
assert(coloured.length === 2 && coloured.every(count => count > 500), `pixels of the designs: ${coloured}`);
await replay.screenshot({ path: file.replace('.html', '_replay.png') });
await replay.locator('.play').click();
await page.waitForFunction(() => players[0].time > 2.2);
await replay.locator('.play').click();
await another();
await page.emulateMedia({ colorScheme: 'dark' });
await page.waitForTimeout(500);
await another();
await page.screenshot({ path: file.replace('.html', '_dark.png'), fullPage: true });

assert.deepEqual(complaints, [], 'console');
assert.deepEqual(requests, [], 'network');
await browser.close();
console.log(`${curves.length} charts with their points; travel lifts the wheel by ${(1e3 * (lifted.height - start.height)).toFixed(1)} mm; the replay shows ${coloured} pixels of each design; nothing in the console, nothing loaded`);
