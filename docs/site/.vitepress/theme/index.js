/** The theme of the site: VitePress's with system fonts, and the colours of Ballast. */
import Theme from 'vitepress/theme-without-fonts';
import './ballast.css';

export default Theme;
