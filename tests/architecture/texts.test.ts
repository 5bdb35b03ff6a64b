import { expect, test } from 'vitest'
import { areaOf } from '../../web/i18n/text-areas.ts'
import { importsOf, projectFiles, read } from './source-files.ts'

const sources = new Set(projectFiles('.ts', '.tsx').filter((file) => file.startsWith('web/')))
const nouns = projectFiles('.json')
  .filter((file) => file.startsWith('locales/en/'))
  .map((file) => file.slice('locales/en/'.length, -'.json'.length))

const isRoute = (file: string) => file.startsWith('web/routes/') && !file.includes('/-')
const withTheApp = [...sources].filter(isRoute).concat('web/main.tsx')

/** The screens that are loaded without further texts. */
const firstScreens = withTheApp.flatMap((file) =>
  /\bfirstScreen\(/.test(read(file)) ? importsOf(file).filter(({ isLater }) => isLater) : [],
)

function loadedAtOnce(): Set<string> {
  const found = new Set<string>()
  const queue = [...withTheApp, ...firstScreens.map(({ target }) => target)]
  for (let file = queue.shift(); file; file = queue.shift()) {
    if (found.has(file) || !sources.has(file)) continue
    found.add(file)
    queue.push(...importsOf(file).flatMap(({ target, isType, isLater }) => (isType || isLater ? [] : [target])))
  }
  return found
}

/** The nouns of the texts that a file shows; the titles of pages are shown once their texts are there. */
function nounsIn(file: string): string[] {
  const code = read(file).replaceAll(/staticData: \{[^}]*\}/g, '')
  return [...code.matchAll(/['"`]([a-z][\w-]*)\.(?!tsx?['"`])[\w$]/g)].map(([, noun]) => noun!)
}

test('what is loaded with the app shows only texts that are loaded with it', () => {
  expect(firstScreens.length).toBeGreaterThan(0)
  const faults = [...loadedAtOnce()].flatMap((file) =>
    nounsIn(file)
      .filter((noun) => nouns.includes(noun) && areaOf(noun) !== 'first')
      .map((noun) => `${file}: ${noun}`),
  )
  expect([...new Set(faults)], 'open the screen by lazyScreen(), or name the noun in web/i18n/text-areas.ts').toEqual(
    [],
  )
})
