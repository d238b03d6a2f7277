// Light and dark: as the system has it, until the reader chooses. Paper is always light.

const root = document.documentElement;
const system = matchMedia('(prefers-color-scheme: dark)');
let isChosen = false;

const follow = () => {
    if (!isChosen) root.dataset.theme = system.matches ? 'dark' : 'light';
};
follow();
system.addEventListener('change', follow);
document.getElementById('theme').onclick = () => {
    isChosen = true;
    root.dataset.theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
};

