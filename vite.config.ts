import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib'
import { parse } from '@formatjs/icu-messageformat-parser'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { Plugin, PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { bindSpaces } from './server/domain/platform/bind-spaces.ts'
import { areaOf } from './web/i18n/text-areas.ts'
import { oldestBrowsers } from './web/oldest-browsers.ts'

const root = import.meta.dirname

const { safari, chrome, firefox } = oldestBrowsers
const target = ['es2022', `safari${safari}`, `ios${safari}`, `chrome${chrome}`, `firefox${firefox}`]

/**
 * `virtual:messages/<locale>/<area>`: the texts of one language in parts, parsed at build time so that no parser ships;
 * without an area all that the app may show.
 */
function messageCatalogues(): Plugin {
  const prefix = 'virtual:messages/'
  return {
    name: 'hivewatch-messages',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return
      const [locale = '', area] = id.slice(prefix.length + 1).split('/')
      const folder = path.join(root, 'locales', locale)
      const messages: Record<string, unknown> = {}
      for (const file of readdirSync(folder).sort()) {
        const of = areaOf(path.basename(file, '.json'))
        if (of === undefined || (area !== undefined && of !== area)) continue
        this.addWatchFile(path.join(folder, file))
        const catalogue = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Record<string, string>
        for (const [key, text] of Object.entries(catalogue)) messages[key] = parse(bindSpaces(locale, text))
      }
      return `export default ${JSON.stringify(messages)}`
    },
  }
}

/** Writes `.br` and `.gz` beside every text file, so that the server never compresses at run time. */
function precompress(): Plugin {
  return {
    name: 'hivewatch-precompress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler(options, bundle) {
        for (const file of Object.keys(bundle)) {
          if (!/\.(m?js|css|svg|json|webmanifest|wasm)$/.test(file)) continue
          const target = path.join(options.dir ?? '', file)
          const source = readFileSync(target)
          this.fs.writeFile(`${target}.br`, brotliCompressSync(source, { params: { [zlib.BROTLI_PARAM_QUALITY]: 11 } }))
          this.fs.writeFile(`${target}.gz`, gzipSync(source, { level: 9 }))
        }
      },
    },
  }
}

/** What makes files of its own: of no use to unit tests. */
function appPlugins(): PluginOption[] {
  return [
    tanstackRouter({
      target: 'react',
      routesDirectory: 'routes',
      generatedRouteTree: 'route-tree.gen.ts',
      autoCodeSplitting: false,
      quoteStyle: 'single',
    }),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '../sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest: false,
      injectManifest: {
        target,
        globPatterns: ['**/*.{js,css,html,svg,woff2}'],
        globIgnores: ['**/map-*', '**/base-map-*', '**/error-reports-*', '**/icons/**', '**/screenshots/**'],
      },
      devOptions: { enabled: true, type: 'module' },
    }),
    noteRevision(),
    precompress(),
  ]
}

/** Which state of the source the build is made of, for the server to say. */
function noteRevision(): PluginOption {
  const fromGit = () =>
    execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
  return {
    name: 'note-revision',
    apply: 'build',
    generateBundle() {
      let source = process.env.REVISION
      try {
        source ??= fromGit().toString().trim()
      } catch {
        // an archive, or no git: whoever builds may say it
        return
      }
      this.emitFile({ type: 'asset', fileName: 'revision.txt', source })
    },
  }
}

/** What several screens use but the dashboard does not, and so stays out of the first visit. */
const openedLater = [
  // it shows the small charts alone
  /\/web\/charts\/(?!sparkline|day-bars\.|bucket-meter|small-)/,
  /\/web\/map\/(?!worker-address)/,
  /\/web\/routes\/-shared/,
  /\/web\/features\/\w+\/(controllers|interventions|jobs|notifications\/mute-|orders|regions|scales|users|timeline\/(?!default-range|series-key|timeline-search))/,
  /\/web\/ui\/(accept-file|choice-list|code-(editor|form)|color-choice|count-field|facts|pager|sheet-actions|sms-count|copy-|json-tree|shown-once|tabs|checkbox|date-range|file-drop|new-password-field|number-field|password-strength|progress|read-number|search-field|series|table)/,
  /\/web\/(offline\/pages|api\/(hash-password|upload-form|passkey))/,
  /\/web\/i18n\/(money|local-input)/,
  /\/domain\/\w+\/(administered|checked-code|group-by|json-|affiliation|cart|claim-code|email-change|profile-form|error-code|job|local-|notification|order|price|quantity-discount|quiet-hours)/,
  /\/domain\/\w+\/(region-geometry|ring-crossing|net-weight|scale|settings|shop-config|temperature-compensation|trouble)/,
  /infiniteQueryObserver|queriesObserver|useQueries/,
]

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [messageCatalogues(), react(), ...(process.env.VITEST ? [] : appPlugins())],
  resolve: {
    alias: {
      '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
    },
  },
  // Calls go to the server; `web/api/*.ts` are modules of the app.
  server: { proxy: { '^/api/(?!.*\\.tsx?($|\\?))': { target: `http://127.0.0.1:${process.env.PORT ?? 8080}` } } },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target,
    rolldownOptions: {
      output: {
        // the worker keeps the parts of a language by their names
        chunkFileNames: ({ facadeModuleId }) => {
          const part = facadeModuleId?.split('virtual:messages/')[1]
          return part ? `assets/texts-${part.replace('/', '-')}-[hash].js` : 'assets/[name]-[hash].js'
        },
        codeSplitting: {
          groups: [
            { name: 'preload', test: /vite\/preload-helper/ },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // the address of the worker is known to those who ask whether a map can be had
            { name: 'map', test: /node_modules\/(maplibre-gl(?!.*\?url)|react-map-gl|@vis\.gl|topojson-client)\// },
            {
              name: 'map-layers',
              test: /node_modules\/(@deck\.gl|@luma\.gl|@math\.gl|@loaders\.gl|@probe\.gl|mjolnir\.js)\//,
            },
            // only where an installation has a service for errors
            { name: 'error-reports', test: /node_modules\/@sentry|web\/error-service/ },
            { name: 'plot', test: /node_modules\/uplot/ },
            { name: 'icons', minShareCount: 2, test: /node_modules\/lucide-react\// },
            // what several screens use in one piece: on a weak network each request costs more than its bytes
            { name: 'shared', minShareCount: 3, test: (id: string) => !openedLater.some((part) => part.test(id)) },
            // what every visit needs and one other screen: each piece of its own would cost more in headers
            {
              name: 'first',
              minShareCount: 2,
              test: /-search\.ts$|-timeline-of|default-range|-lazy-screen|session\/act-as|renew-link|weight-stat|navigation\/(notice|logo)|react-router\/dist|this-device-query|push-subscription|installation-state/,
            },
            // what the shop and its administration have in common
            { name: 'shop', minShareCount: 2, test: /domain\/\w+\/(cart|order|price|shop-config|quantity-discount)/ },
          ],
        },
      },
    },
  },
  test: {
    root,
    // a busy machine may stand still for longer than the five seconds there are else
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // many tests wait for processes of their own: no core need be spared
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          root,
          include: [
            'server/**/*.test.ts',
            'migrations/**/*.test.ts',
            'tests/api/**/*.test.ts',
            'tests/score/**/*.test.ts',
          ],
          environment: 'node',
          // what is imported is imported once: a quarter of the time
          isolate: false,
          setupFiles: ['tests/support/fail-on-console-error.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          root,
          include: ['web/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          setupFiles: ['tests/support/fail-on-console-error.ts'],
        },
      },
      {
        extends: true,
        test: {
          // what needs a document, a window or their storage
          name: 'page',
          root,
          include: ['web/**/*.test.tsx'],
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['tests/support/fail-on-console-error.ts', 'tests/support/empty-page.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'sw',
          root,
          include: ['sw/**/*.test.ts'],
          environment: 'node',
          isolate: false,
          setupFiles: ['tests/support/fail-on-console-error.ts'],
        },
      },
      {
        extends: true,
        test: {
          // real servers, each in a process of its own, that are made to suffer
          name: 'faults',
          root,
          include: ['tests/faults/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: { name: 'architecture', root, include: ['tests/architecture/**/*.test.ts'], environment: 'node' },
      },
    ],
  },
})
