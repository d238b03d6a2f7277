// Every text of a page with its box: what is cut, and what lies on each other. Runs in the page.

/** Texts that are cut or overlap, a line each. */
export const faults = () => {
    const texts = [];
    const isShown = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, holder = node.parentElement, text = node.textContent.trim();
        if (!text || ['SCRIPT', 'STYLE', 'OPTION'].includes(holder.tagName) || !isShown(holder)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        // The texts of drawings have one box, those of the page one for each line.
        const boxes = holder.ownerSVGElement ? [holder.getBoundingClientRect()] : [...range.getClientRects()];
        for (const box of boxes) if (box.width > 0.5 && box.height > 0.5) texts.push({ text: text.slice(0, 40), holder, box });
    }
    const found = [];
    const width = document.documentElement.clientWidth;
    const scrolls = element => element && (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    for (const { text, holder, box } of texts) {
        if (!scrolls(holder) && (box.left < -0.5 || box.right > width + 0.5)) found.push(`beyond the page: ${text}`);
        for (let frame = holder; frame; frame = frame.parentElement) {
            const hides = frame instanceof SVGSVGElement || getComputedStyle(frame).overflowX === 'hidden';
            if (!hides) continue;
            const edge = frame.getBoundingClientRect();
            if (box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 1 || box.bottom > edge.bottom + 1) found.push(`cut: ${text}`);
        }
    }
    // From the top down, so that each is compared with its neighbours alone.
    texts.sort((one, other) => one.box.top - other.box.top);
    texts.forEach((one, k) => {
        for (let j = k + 1; j < texts.length && texts[j].box.top < one.box.bottom - 1.5; j++) {
            const other = texts[j].box;
            const across = Math.min(one.box.right, other.right) - Math.max(one.box.left, other.left);
            const along = Math.min(one.box.bottom, other.bottom) - other.top;
            if (across > 1 && along > 2.5) found.push(`on each other: ${one.text} / ${texts[j].text}`);
        }
    });
    return { count: texts.length, found };
};
