// Print.

document.getElementById('print').onclick = () => print();

// On paper everything is open, drawn for its width, in the colours of paper.
const opened = [];
addEventListener('beforeprint', () => {
    stages.printing = true;
    for (const details of document.querySelectorAll('details:not([open])')) { details.open = true; opened.push(details); }
    redrawCharts(true);
    geometry?.drawViews();
    stages.show();
});
addEventListener('afterprint', () => {
    stages.printing = false;
    for (const details of opened.splice(0)) details.open = false;
    redrawCharts(false);
    geometry?.drawViews();
    stages.show();
});

Object.assign(window, { page: { charts, cursors, stages, players, geometry, hero, data } });
root.dataset.ready = 'yes';
