/** The theme of the generator, with room for the wide tables of the reference. */
import DefaultTheme from 'vitepress/theme-without-fonts';
import './tables.css';

export default DefaultTheme;
