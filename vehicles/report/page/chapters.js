// The place in the list of chapters: the chapter that is read is marked.

const links = new Map([...document.querySelectorAll('nav a')].map(link => [document.getElementById(link.hash.slice(1)), link]));
const seen = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) links.get(target)?.classList.toggle('here', isIntersecting);
}, { rootMargin: '-10% 0px -70% 0px' });
links.forEach((_, target) => target && seen.observe(target));
