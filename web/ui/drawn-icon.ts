import { type ComponentProps, createElement } from 'react'

/** The parts of a picture of 24 by 24, each the name of an SVG element and its attributes. */
type Parts = readonly (readonly [string, Record<string, string>])[]

/** What the build makes of an icon of Lucide: without what the kit never uses of it, as each visit loads it. */
export const drawnIcon =
  (parts: Parts) =>
  ({ size = 24, ...attributes }: ComponentProps<'svg'> & { size?: number | string }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...attributes,
      },
      ...parts.map(([name, own]) => createElement(name, own)),
    )
