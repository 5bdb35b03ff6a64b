import { type Import, importsOf, projectFiles } from './source-files.ts'

/** The districts of `server`, `server/domain` and `web/features`, lowest first: each may use those before it, and none after it. */
export const districts = ['platform', 'people', 'hives', 'alerts', 'insight', 'exchange', 'shop', 'operations'] as const
export type District = (typeof districts)[number]

/** Files that put the parts together and may therefore import all of them. */
export const composers = /^server\/([\w-]+\.ts$|store\/|commands\/|demo\/)/
/** Files that name every feature for types that cover all of them; they may only be imported as types. */
export const listsOfAll = new Set(['server/deps.ts', 'server/store/tables.ts'])

/** The district and folder of a server file; undefined for composers and files outside the server. */
export function placeOf(file: string): { district: District; folder: string } | undefined {
  const [top, first, second] = file.split('/')
  const [district, folder] = first === 'domain' ? [second, 'domain'] : [first, second]
  if (top !== 'server' || !districts.includes(district as District)) return undefined
  return { district: district as District, folder: folder! }
}

export const serverFiles = projectFiles('.ts').filter((file) => file.startsWith('server/') && !/\.test\.ts$/.test(file))

export type Arrow = { file: string } & Import

/** Imports of these files from files of ours whose paths begin with `into`. */
export const arrowsOf = (files: readonly string[], into: string): Arrow[] =>
  files.flatMap((file) =>
    importsOf(file)
      .filter(({ target, isOurs }) => isOurs && target.startsWith(into))
      .map((one) => ({ file, ...one })),
  )

export const serverArrows = (): Arrow[] => arrowsOf(serverFiles, 'server/')

/** Imports from screens to screens. */
export const screenArrows = (): Arrow[] => {
  const isScreen = (file: string) => file.startsWith('web/features/') && !/\.test\.tsx?$/.test(file)
  return arrowsOf(projectFiles('.ts', '.tsx').filter(isScreen), 'web/features/')
}
