import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')

/** The project's files with these endings, as paths from its root; excludes what git ignores. */
export function projectFiles(...endings: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  const deleted = execFileSync('git', ['ls-files', '--deleted', '-z'], { cwd: root })
  const gone = new Set(deleted.toString().split('\0'))
  return listed
    .toString()
    .split('\0')
    .filter((file) => endings.some((ending) => file.endsWith(ending)) && !gone.has(file) && !file.endsWith('.gen.ts'))
}

export const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

export type Import = {
  /** A path from the root for a file of ours, otherwise the package's name as written. */
  target: string
  isOurs: boolean
  isType: boolean
  /** Imported dynamically, when needed, instead of together with the file. */
  isLater: boolean
}

const statement = /^\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
const call = /\bimport(?:\.meta\.resolve)?\(\s*['"]([^'"]+)['"]\s*\)/g

/** A file's imports, both static and dynamic. */
export function importsOf(file: string): Import[] {
  const source = read(file)
  const found = [
    ...[...source.matchAll(statement)].map(([, , type, specifier]) => ({
      specifier: specifier!,
      isType: Boolean(type),
      isLater: false,
    })),
    ...[...source.matchAll(call)].map(([, specifier]) => ({
      specifier: specifier!,
      isType: false,
      isLater: true,
    })),
  ]
  return found.map(({ specifier, ...how }) => {
    if (specifier.startsWith('#domain/')) {
      return { target: specifier.replace('#domain/', 'server/domain/'), isOurs: true, ...how }
    }
    const isOurs = specifier.startsWith('.')
    const target = isOurs ? path.posix.join(path.posix.dirname(file), specifier.split('?')[0]!) : specifier
    return { target, isOurs, ...how }
  })
}
