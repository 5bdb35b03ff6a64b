import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const imported = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g

/** The file of each icon by its names, from the list that the package imports them by. */
function iconFiles(): Map<string, string> {
  const list = new URL('./esm/lucide-react.mjs', import.meta.resolve('lucide-react/dist/lucide-react.d.ts'))
  const lines = readFileSync(list, 'utf8').matchAll(/export \{([^}]*)\} from '(\.\/[^']+)'/g)
  return new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name]): [string, string] => [
        name!,
        fileURLToPath(new URL(file, list)),
      ]),
    ),
  )
}

/** Imports each icon from its own file: through the list of all of them every piece of the app would seem to use every icon. */
export function singleIcons(): Plugin {
  let files: ReturnType<typeof iconFiles>
  return {
    name: 'hivewatch-single-icons',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      files = iconFiles()
    },
    transform: {
      filter: { code: 'lucide-react' },
      handler: (code) =>
        code.replace(imported, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean)
            .map((name) => {
              const [icon = '', as = icon] = name.split(/\s+as\s+/)
              const file = files.get(icon)
              if (!file) throw new Error(`lucide-react has no icon ${icon}`)
              return `import ${as} from ${JSON.stringify(file)}`
            })
            .join(';'),
        ),
    },
  }
}
