import { expect, test } from 'vitest'
import { appPaths } from '../../server/platform/http/serving/app-paths.ts'
import { read } from './source-files.ts'

/** Only exists while developing. */
const DEVELOPMENT = '/dev/ui'

test('the server knows the paths of the app, and answers all others with 404', () => {
  const [, below = ''] = read('web/route-tree.gen.ts').split('interface FileRoutesByFullPath {')
  const [routes = ''] = below.split('\n}')
  const paths = [...routes.matchAll(/^ {2}'([^']+)':/gm)].map(([, path = '']) => path.replace(/(.)\/$/, '$1'))
  const own = [...new Set(paths)].filter((path) => path !== DEVELOPMENT).sort()
  expect(own.length).toBeGreaterThan(50)
  expect(appPaths).toEqual(own)
})
