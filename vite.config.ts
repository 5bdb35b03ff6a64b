import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { PluginOption } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { compressFiles } from './web/build/compress-files.ts'
import { earlyParts } from './web/build/early-parts.ts'
import { leanQuery } from './web/build/lean-query.ts'
import { leanReact } from './web/build/lean-react.ts'
import { messageCatalogues } from './web/build/message-catalogues.ts'
import { pieces } from './web/build/pieces.ts'
import { shortCode } from './web/build/short-code.ts'
import { shortPage } from './web/build/short-page.ts'
import { signalsOfReact } from './web/build/signals-of-react.ts'
import { singleIcons } from './web/build/single-icons.ts'
import { unusedSchemas } from './web/build/unused-schemas.ts'
import { workerScript } from './web/build/worker-script.ts'
import { oldestBrowsers } from './web/oldest-browsers.ts'

const root = import.meta.dirname
const builtApp = path.join(root, 'dist')

const { safari, chrome, firefox } = oldestBrowsers
const target = ['es2022', `safari${safari}`, `ios${safari}`, `chrome${chrome}`, `firefox${firefox}`]

/** Plugins that emit extra files: of no use to unit tests. */
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
      // `workerScript` sets the file names
      injectManifest: { target, injectionPoint: '' },
      devOptions: { enabled: true, type: 'module' },
    }),
    unusedSchemas(),
    signalsOfReact(),
    leanReact(),
    leanQuery(),
    shortCode(),
    shortPage(),
    earlyParts(),
    noteRevision(),
    workerScript(builtApp),
    compressFiles(builtApp),
  ]
}

/** Leaves out the line number that class names contain by default: it compresses badly and changes with whatever stands above. */
function shortName(name: string, file: string): string {
  return `${name}_${hash('sha256', path.relative(root, file), 'base64url').slice(0, 4)}`
}

/** Records the source revision of the build, so that the server can report it. */
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
        // a source archive, or no git: whoever builds may set REVISION
        return
      }
      this.emitFile({ type: 'asset', fileName: 'revision.txt', source })
    },
  }
}

export default defineConfig({
  root: 'web',
  publicDir: 'public',
  plugins: [messageCatalogues(), react(), singleIcons(), ...(process.env.VITEST ? [] : appPlugins())],
  resolve: {
    alias: {
      '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
    },
  },
  css: { modules: { generateScopedName: shortName } },
  // API calls go to the server, except `web/api/*.ts`, which are modules of the app.
  server: { proxy: { '^/api/(?!.*\\.tsx?($|\\?))': { target: `http://127.0.0.1:${process.env.PORT ?? 8080}` } } },
  worker: {
    format: 'es',
    // only those that do not refer to another file by its hash
    rolldownOptions: { output: { entryFileNames: 'assets/[name]-[hash:7].mjs' } },
  },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // importers know a file by its key only, so its name changes only with its own content
    chunkImportMap: true,
    // it would only be loaded together with what it is meant to preload
    modulePreload: { polyfill: false },
    target,
    rolldownOptions: {
      output: {
        // the shortest that Rolldown takes: the page names each file twice
        entryFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        // the service worker keeps the parts of a language by file name
        chunkFileNames: ({ facadeModuleId }) => {
          const part = facadeModuleId?.split('virtual:messages/')[1]
          return part ? `assets/texts-${part.replace('/', '-')}-[hash:7].js` : 'assets/[name]-[hash:7].js'
        },
        codeSplitting: { groups: pieces(path.join(root, 'web/index.html')) },
      },
    },
  },
  test: {
    root,
    // waits end as soon as their condition holds; a busy machine may stall for longer than the default few seconds
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    // as in the browser tests; tests that needed a retry are listed at the end
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', path.join(root, 'tests/support/second-tries.ts')],
    // many tests wait for child processes, or wait to see that nothing happens: two workers per core
    maxWorkers: 2 * availableParallelism(),
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          root,
          include: [
            'server/!(domain)/**/*.test.ts',
            'server/*.test.ts',
            'migrations/**/*.test.ts',
            'tests/api/**/*.test.ts',
            'tests/score/**/*.test.ts',
          ],
          environment: 'node',
          // each module is imported only once: takes a quarter of the time
          isolate: false,
          setupFiles: ['tests/support/fail-on-console-error.ts'],
          globalSetup: process.env.TEST_ENGINE === 'postgres' ? ['tests/support/server/postgres-setup.ts'] : [],
        },
      },
      {
        extends: true,
        test: {
          // pure rules: no database, no server
          name: 'domain',
          root,
          include: ['server/domain/**/*.test.ts'],
          environment: 'node',
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
          // tests that need a document, a window or their storage
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
          // real servers, each in its own process, under induced failures
          name: 'faults',
          root,
          include: ['tests/faults/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'architecture',
          root,
          include: ['tests/architecture/**/*.test.ts'],
          environment: 'node',
          isolate: false,
        },
      },
    ],
  },
})
