/** The looks of the site: those of VitePress with the fonts of the system, and the colours of Ballast. */
import Theme from 'vitepress/theme-without-fonts';
import './ballast.css';

export default Theme;
