import { expect, it } from 'vitest'
import { withEarlyParts } from './early-parts.ts'

const built = `<head>
<title>HiveWatch</title>
<script>ask()</script>
<script type="module" crossorigin src="/assets/index-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/react-1.js">
<link rel="modulepreload" crossorigin href="/assets/libraries-1.js">
<link rel="stylesheet" crossorigin href="/assets/index-1.css">
</head>
<script>say()</script>`

it('puts the scripts first and inlines the style sheet', () => {
  const source = ':root{--lightningcss-light:initial;--lightningcss-dark: ;color-scheme:light}p{color:$1}\n'
  const files = { 'assets/index-1.css': { source }, 'assets/today-1.css': { source: '' } }
  expect(withEarlyParts(built, files).split('\n').filter(Boolean)).toEqual([
    '<head>',
    '<title>HiveWatch</title>',
    '<script type="module" crossorigin src="/assets/index-1.js"></script>',
    '<script type="module" async fetchpriority="high" crossorigin src="/assets/react-1.js"></script>',
    '<script type="module" async fetchpriority="high" crossorigin src="/assets/libraries-1.js"></script>',
    '<script>ask()</script>',
    '<style data-page>:root{color-scheme:light}p{color:$1}</style>',
    '</head>',
    '<script>say()</script>',
  ])
  expect(Object.keys(files)).toEqual(['assets/today-1.css'])
})

it('throws if a page is built differently, or if the inlined style sheet would end too early', () => {
  const files = { 'assets/index-1.css': { source: 'p::after{content:"</style>"}' } }
  expect(() => withEarlyParts(built, files)).toThrow('cannot stand in the page')
  const lightDark = { 'assets/index-1.css': { source: 'p{color:var(--lightningcss-light,red)}' } }
  expect(() => withEarlyParts(built, lightDark)).toThrow('uses light-dark()')
  expect(() => withEarlyParts(built.replace('rel="stylesheet"', 'rel=stylesheet'), files)).toThrow('in another way')
  expect(() => withEarlyParts('<script>ask()</script>', files)).toThrow('in another way')
})
