import { expect, test } from 'vitest'
import { composers, placeOf } from './districts.ts'
import { type Import, importsOf, projectFiles, read } from './source-files.ts'

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const under =
  (...folders: string[]) =>
  (target: string) =>
    folders.some((folder) => target.startsWith(`${folder}/`))
const packages =
  (...names: string[]) =>
  (target: string) =>
    names.some((name) => target === name || target.startsWith(`${name}/`))
const webFeatureOf = (file: string) => file.split('/').slice(2, 4).join('/')
const featureOf = (file: string) => Object.values(placeOf(file) ?? {}).join('/')

const webParts = ['ui', 'charts', 'map', 'i18n', 'offline', 'api'].map((part) => `web/${part}`)

/** What everybody uses to format texts, numbers and dates, including the kit. */
const sayings = /^web\/i18n\/(create-intl\.ts|intl\.tsx)$/

type Rule = {
  name: string
  applies: (file: string) => boolean
  /** Returns what to do instead, or undefined if the import is fine. */
  judge: (target: Import, file: string) => string | undefined
}

const rules: Rule[] = [
  {
    name: 'server/domain knows valibot alone',
    applies: under('server/domain'),
    judge: ({ target, isOurs }) =>
      (isOurs ? under('server/domain')(target) : packages('valibot')(target))
        ? undefined
        : 'domain files run in server, worker and page: hand in what they need as a parameter, or move the code to a feature',
  },
  {
    name: 'migrations know kysely alone',
    applies: under('migrations'),
    judge: ({ target, isOurs }) =>
      (isOurs ? under('migrations')(target) : packages('kysely')(target))
        ? undefined
        : 'a migration must give the same tables forever: write out what it needs instead of importing it',
  },
  {
    name: 'detectors are pure',
    applies: under('server/alerts/alarms/detectors'),
    judge: ({ target, isOurs }) =>
      (isOurs ? under('server/alerts/alarms/detectors', 'server/domain')(target) : packages('valibot')(target))
        ? undefined
        : 'a detector gets readings and returns events: let the caller read, wait and write',
  },
  {
    name: 'a server feature uses verbs of others',
    applies: (file) => under('server')(file) && !composers.test(file) && !under('server/domain')(file),
    judge: ({ target, isOurs }, file) => {
      if (!isOurs) return undefined
      if (under('web', 'sw')(target))
        return 'the server knows neither page nor worker: put what both need into server/domain'
      const other = featureOf(target)
      if (other === '' || other === featureOf(file)) return undefined
      return /-(queries|routes)\.ts$/.test(target)
        ? `give server/${other} a verb file that does this, and import the verb`
        : undefined
    },
  },
  {
    name: 'a web feature knows no other',
    applies: under('web/features'),
    judge: ({ target, isOurs }, file) => {
      if (!isOurs || under('server/domain', 'locales', ...webParts)(target) || target === 'web/app-settings.ts') {
        return undefined
      }
      if (under('web/features')(target)) {
        return webFeatureOf(target) === webFeatureOf(file)
          ? undefined
          : 'take it as a prop, and let a route in web/routes put the two together'
      }
      return 'a feature uses domain, ui, charts, map, i18n, offline and api: move the code there, or take it as a prop'
    },
  },
  {
    name: 'the parts of the page know no feature',
    applies: under(...webParts),
    judge: ({ target, isOurs }) =>
      isOurs && under('web/features', 'web/routes')(target) ? 'let the feature hand this in' : undefined,
  },
  {
    name: 'the kit is only a kit',
    applies: (file) => under('web/ui')(file) && !under('web/ui/gallery')(file),
    judge: ({ target, isOurs }) =>
      isOurs && !under('web/ui', 'locales')(target) && !sayings.test(target)
        ? 'a component of the kit gets everything as a prop'
        : undefined,
  },
  {
    name: 'the page knows the server by its types',
    applies: under('web'),
    judge: ({ target, isOurs, isType }, file) => {
      if (!isOurs || !under('server')(target) || under('server/domain')(target)) return undefined
      if (under('web/api')(file) && target === 'server/app.ts' && isType) return undefined
      return 'import from #domain, or ask the API through web/api/client.ts'
    },
  },
  {
    name: 'the worker stands alone',
    applies: under('sw'),
    judge: ({ target, isOurs }) => {
      if (isOurs) {
        return under('sw', 'server/domain', 'locales')(target) ? undefined : 'put what both need into server/domain'
      }
      return /^workbox-/.test(target) || packages('idb', 'valibot')(target)
        ? undefined
        : 'the worker is loaded on every phone: it uses domain, workbox and idb alone'
    },
  },
]

const sources = projectFiles('.ts', '.tsx').filter((file) => !isTest(file))

test.each(rules)('$name', ({ applies, judge }) => {
  const checked = sources.filter(applies)
  expect(checked.length, 'the rule applies to no file: its folder has moved').toBeGreaterThan(0)
  const faults = checked.flatMap((file) =>
    importsOf(file).flatMap((one) => {
      const instead = judge(one, file)
      return instead ? [`${file} imports ${one.target}: ${instead}`] : []
    }),
  )
  expect(faults).toEqual([])
})

test('detectors neither wait nor read a clock', () => {
  const faults = sources
    .filter(under('server/alerts/alarms/detectors'))
    .filter((file) => /\basync\b|\bawait\b|Date\.now|new Date\(\)|Math\.random/.test(read(file)))
  expect(faults, 'hand the time in as a parameter, and let the caller wait').toEqual([])
})

test('features get time and randomness passed in', () => {
  const faults = sources
    .filter((file) => under('server')(file) && !under('server/platform', 'server/demo', 'server/commands')(file))
    .filter((file) => /Date\.now\(|new Date\(\)|Math\.random\(|\brandomUUID\(/.test(read(file)))
  expect(faults, 'use deps.clock and deps.ids').toEqual([])
})

test('SQL is in query files', () => {
  const allowed = /-queries\.ts$|^server\/platform\/db\/|^migrations\/|^server\/demo\//
  const faults = sources
    .filter((file) => under('server')(file) && !allowed.test(file))
    .filter((file) => /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(read(file)))
  expect(faults, 'move the statement into the <noun>-queries.ts of its feature').toEqual([])
})

test('names say what is inside', () => {
  const banned = new Set(['utils', 'util', 'helpers', 'helper', 'misc', 'common', 'manager', 'data', 'info'])
  const faults = projectFiles('').filter((file) =>
    file.split('/').some((part) => banned.has(part.replace(/(\.(test|module|gen))?\.\w+$/, ''))),
  )
  expect(faults, 'name the file or folder after what it holds').toEqual([])
})

test('no file grows beyond 300 lines, and no test beyond 500', () => {
  const faults = projectFiles('.ts', '.tsx', '.css')
    .map((file) => ({ file, lines: read(file).trimEnd().split('\n').length }))
    .filter(({ file, lines }) => lines > (/\.(test|spec)\.tsx?$/.test(file) ? 500 : 300))
    .map(({ file, lines }) => `${file} has ${lines} lines: split it by what it does`)
  expect(faults).toEqual([])
})

test('a folder fits on one screen', () => {
  // one file for each thing that is known by its name
  const lists = /^(migrations|locales\/\w+|docs\/decisions)$/
  const sizes = new Map<string, number>()
  for (const file of projectFiles('')) {
    const folder = file.slice(0, Math.max(0, file.lastIndexOf('/')))
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  const faults = [...sizes].filter(([folder, size]) => size > 50 && !lists.test(folder))
  expect(faults, 'give what belongs together a folder of its own').toEqual([])
})
