// Print of the page of a sweep.

document.getElementById('print').onclick = () => print();

// On paper everything is open, drawn for its width.
const opened = [];
const redraw = isPaper => {
    redrawCharts(isPaper);
    matrices.forEach(matrix => matrix.draw());
};
addEventListener('beforeprint', () => {
    for (const details of document.querySelectorAll('details:not([open])')) { details.open = true; opened.push(details); }
    redraw(true);
});
addEventListener('afterprint', () => {
    for (const details of opened.splice(0)) details.open = false;
    redraw(false);
});

Object.assign(window, { page: { charts, cursors, matrices, data } });
root.dataset.ready = 'yes';
