import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const imported = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g

/** The file of each icon by its names, from the index the package exports them in. */
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

const drawing = path.join(import.meta.dirname, '../ui/drawn-icon.ts')
type Icon = { __iconData: { size: number; node: [string, Record<string, string>, ...unknown[]][] } }

/** An icon as one line of code: the shapes it consists of, without anything of the package around it. */
async function drawn(file: string): Promise<string> {
  const { __iconData: icon } = (await import(pathToFileURL(file).href)) as Icon
  const isPlain = icon.size === 24 && icon.node.every((part) => part.length === 2)
  if (!isPlain) throw new Error(`${file} is not drawn as others are: see web/ui/drawn-icon.ts`)
  const parts = icon.node.map(([name, { key: _, ...attributes }]) => [name, attributes])
  return `import { drawnIcon } from ${JSON.stringify(drawing)}\nexport default /*#__PURE__*/ drawnIcon(${JSON.stringify(parts)})`
}

/** Imports each icon from its own file (through the index, every chunk of the app would seem to use every icon) and keeps only its shapes. */
export function singleIcons(): Plugin {
  let files: ReturnType<typeof iconFiles>
  return {
    name: 'hivewatch-single-icons',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      files = iconFiles()
    },
    load: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/ },
      handler: (id) => drawn(id),
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
