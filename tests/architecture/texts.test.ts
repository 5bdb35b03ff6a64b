import { expect, test } from 'vitest'
import { areaOf, type TextArea } from '../../web/i18n/text-areas.ts'
import { importsOf, projectFiles, read } from './source-files.ts'

const sources = new Set(projectFiles('.ts', '.tsx').filter((file) => file.startsWith('web/')))
const nouns = projectFiles('.json')
  .filter((file) => file.startsWith('locales/en/'))
  .map((file) => file.slice('locales/en/'.length, -'.json'.length))

const isRoute = (file: string) => file.startsWith('web/routes/') && !file.includes('/-')
const withTheApp = [...sources].filter(isRoute).concat('web/main.tsx')

/** The screens that load the texts of the given area. */
const screensOf = (area: TextArea) =>
  withTheApp.flatMap((file) => {
    const source = read(file)
    const isOne = source.includes('lazyScreen(') && source.includes(`, '${area}')`)
    return isOne ? importsOf(file).flatMap(({ isLater, target }) => (isLater ? [target] : [])) : []
  })

function loadedAtOnce(files: string[]): Set<string> {
  const found = new Set<string>()
  const queue = [...files]
  for (let file = queue.shift(); file; file = queue.shift()) {
    if (found.has(file) || !sources.has(file)) continue
    found.add(file)
    queue.push(...importsOf(file).flatMap(({ target, isType, isLater }) => (isType || isLater ? [] : [target])))
  }
  return found
}

/** The nouns of the texts that a file shows; page titles do not count, since they are shown once their texts are loaded. */
function nounsIn(file: string): string[] {
  const code = read(file).replaceAll(/staticData: \{[^}]*\}/g, '')
  return [...code.matchAll(/['"`]([a-z][\w-]*)\.(?!tsx?['"`])[\w$]/g)].map(([, noun]) => noun!)
}

test.each<{ area: TextArea; files: string[]; known: TextArea[] }>([
  { area: 'start', files: withTheApp, known: ['start'] },
  { area: 'today', files: screensOf('today'), known: ['start', 'today'] },
])('code loaded with the texts of $area shows no other texts', ({ files, known }) => {
  expect(files.length).toBeGreaterThan(0)
  const faults = [...loadedAtOnce(files)].flatMap((file) =>
    nounsIn(file)
      .filter((noun) => nouns.includes(noun) && !known.includes(areaOf(noun)!))
      .map((noun) => `${file}: ${noun}`),
  )
  expect([...new Set(faults)], 'open the screen by lazyScreen(), or name the noun in web/i18n/text-areas.ts').toEqual(
    [],
  )
})
