import type { CodeSplittingGroup, ModuleInfo } from 'rolldown'

/** Packages that change only when they are updated, so their files stay the same over many versions of the app. */
const packages: { name: string; test: RegExp }[] = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\// },
  // excludes the address of the map's worker, which is needed to check whether a map is available
  { name: 'map', test: /\/node_modules\/(maplibre-gl(?!.*\?url)|react-map-gl|@vis\.gl|topojson-client)\// },
  { name: 'map-layers', test: /\/node_modules\/(@deck\.gl|@luma\.gl|@math\.gl|@loaders\.gl|@probe\.gl|mjolnir\.js)\// },
  // only if an installation has a service for errors
  { name: 'error-reports', test: /\/node_modules\/@sentry|\/web\/error-service/ },
]

/** Whether a chunk contains only packages: `react`, and what most visits never load. */
export const isPackagePiece = (piece: string): boolean => packages.some(({ name }) => name === piece)

/** The first screen after signing in. */
const today = /\/-insight\/dashboard-page\.tsx$/
/** What the index of a package pulls in although only screens opened later use it. */
const listed =
  /\/(infiniteQuery(Observer|Behavior)|queriesObserver|useQueries|useInfiniteQuery|useSuspense\w+|useBlocker)\.js$/
/** Its few styles go with those of all screens. */
const withFewStyles = /\/-pieces\/settings\.ts$/
/** What a phone shows as rows. */
const tables = /\/ui\/(display\/table\.(tsx|module\.css)|navigation\/row-link\.ts)$|\/dashboard\/hive-table\.tsx$/
const large = /\/web\/charts\/|\/node_modules\/uplot/

/** Loaded on demand but too small for a request of its own, so it is grouped with what is needed at the same time. In the order of `ordered`. */
const along: { name: string; test: RegExp }[] = [
  { name: 'later', test: /\/(today-picture|form-drafts)\.tsx$|\/few-visits\.ts$/ },
  { name: 'session', test: /\/-pieces\/session\.ts$|\/session-parts\.ts$|\/node_modules\/@(noble|simplewebauthn)\// },
  { name: 'hives', test: /\/-pieces\/hives\.ts$|\/(season-ranking|course-sheet)\.tsx$/ },
  { name: 'settings', test: /\/-pieces\/settings\.ts$|\/label-reader\.ts$|\/code-picture\.tsx$/ },
  { name: 'maps', test: /\/web\/map\/(base|position|shape)-map\.tsx$/ },
]

type Modules = { getModuleInfo(id: string): ModuleInfo | null }
const isText = (id: string) => id.startsWith('\0virtual:messages/')

/** For each module, the entry points that use it: the page, or something that is loaded later. */
function usesOf(page: string, modules: Modules): Map<string, Set<string>> {
  const uses = new Map<string, Set<string>>()
  const openers = new Map<string, Set<string>>([[page, new Set()]])
  for (const opened of openers.keys()) {
    const seen = new Set([opened])
    for (const id of seen) {
      const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {}
      for (const imported of importedIds) seen.add(imported)
      for (const later of dynamicallyImportedIds.filter((one) => !isText(one)))
        openers.set(later, (openers.get(later) ?? new Set()).add(opened))
    }
    for (const id of seen) uses.set(id, (uses.get(id) ?? new Set()).add(opened))
  }
  // an entry point that is opened from only one place counts as part of that place
  for (const [opened, by] of openers) {
    const [opener] = by
    if (by.size !== 1 || opener === page) continue
    for (const used of uses.values()) if (used.delete(opened)) used.add(opener!)
  }
  return uses
}

/** In loading order: a chunk includes what it imports, unless an earlier one already has it. */
const ordered = ['libraries', 'start', 'today', 'tables', 'charts', 'common'] as const

function placeOf(
  id: string,
  page: string,
  used: Set<string>,
  needsPackage: (id: string) => boolean,
): (typeof ordered)[number] | undefined {
  const isShared = used.size > 1
  if (listed.test(id)) return 'common'
  if (tables.test(id)) return 'tables'
  if (used.has(page)) return id.includes('/node_modules/') ? 'libraries' : 'start'
  if ([...used].some((opened) => today.test(opened))) return 'today'
  if (large.test(id)) return 'charts'
  if (id.endsWith('.css') && [...used].every((opened) => withFewStyles.test(opened))) return 'common'
  return isShared && !needsPackage(id) ? 'common' : undefined
}

/**
 * Splits the app into about a dozen chunks, since on a weak network a request costs more than a few kilobytes. `web/routes/-pieces` says which screens are
 * loaded together; this decides only where modules go that several of them use. `page`: index.html.
 */
export function pieces(page: string): CodeSplittingGroup[] {
  let uses: ReturnType<typeof usesOf> | undefined
  const isPackage = (id: string) => packages.some(({ test }) => test.test(id))
  /** Whether a module depends on one of the packages that are loaded later. */
  const needsLater = (modules: Modules) => (id: string) => {
    const seen = new Set([id])
    for (const one of seen) for (const imported of modules.getModuleInfo(one)?.importedIds ?? []) seen.add(imported)
    return [...seen].some((one) => later.some(({ test }) => test.test(one)))
  }
  const [react, ...later] = packages
  return [
    react!,
    ...ordered.map((place) => ({
      debugName: place,
      name: (id: string, modules: Modules) => {
        if (isText(id) || isPackage(id)) return null
        uses ??= usesOf(page, modules)
        return placeOf(id, page, uses.get(id) ?? new Set(), needsLater(modules)) === place ? place : null
      },
    })),
    ...later,
    ...along,
  ]
}
