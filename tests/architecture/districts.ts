import { type Import, importsOf, projectFiles } from './source-files.ts'

/** The districts of `server`, `server/domain` and `web/features`, the lowest first: each knows those before it, and none behind it. */
export const districts = ['platform', 'people', 'hives', 'alerts', 'insight', 'exchange', 'shop', 'operations'] as const
export type District = (typeof districts)[number]

/** Those who put the parts together, and so know all of them. */
export const composers = /^server\/([\w-]+\.ts$|store\/|commands\/|demo\/)/
/** What names every feature, for the types of all: imported as a type alone. */
export const listsOfAll = new Set(['server/deps.ts', 'server/store/tables.ts'])

/** Where a file of the server stands; undefined for composers and what is not the server's. */
export function placeOf(file: string): { district: District; folder: string } | undefined {
  const [top, first, second] = file.split('/')
  const [district, folder] = first === 'domain' ? [second, 'domain'] : [first, second]
  if (top !== 'server' || !districts.includes(district as District)) return undefined
  return { district: district as District, folder: folder! }
}

export const serverFiles = projectFiles('.ts').filter((file) => file.startsWith('server/') && !/\.test\.ts$/.test(file))

export type Arrow = { file: string } & Import

const arrowsOf = (files: readonly string[], into: string): Arrow[] =>
  files.flatMap((file) =>
    importsOf(file)
      .filter(({ target, isOurs }) => isOurs && target.startsWith(into))
      .map((one) => ({ file, ...one })),
  )

export const serverArrows = (): Arrow[] => arrowsOf(serverFiles, 'server/')

/** From screens to screens. */
export const screenArrows = (): Arrow[] => {
  const isScreen = (file: string) => file.startsWith('web/features/') && !/\.test\.tsx?$/.test(file)
  return arrowsOf(projectFiles('.ts', '.tsx').filter(isScreen), 'web/features/')
}
