import { type ComponentProps, createElement } from 'react'

/** The parts of a 24 by 24 picture, each an SVG element name with its attributes. */
type Parts = readonly (readonly [string, Record<string, string>])[]

/** What the build turns a Lucide icon into: every visit loads it, so it leaves out whatever the kit never uses. */
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
