/** The size of letters that the person has chosen, in CSS pixels, for what is drawn or measured; 16 unless changed in the browser. */
export const rootPixels = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
