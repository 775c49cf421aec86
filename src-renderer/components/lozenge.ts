/** The four colours of the logo, clockwise from the top. */
export const lozengeColours = ['#f0b429', '#4f7cff', '#e4572e', '#2fae7b'] as const;
