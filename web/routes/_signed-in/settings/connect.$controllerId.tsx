import { createFileRoute } from '@tanstack/react-router'
import { like, searchOf } from '../../../api/read-fields.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

const readSearch = searchOf({ kind: like(/^.{0,30}$/s) })

export const Route = createFileRoute('/_signed-in/settings/connect/$controllerId')({
  validateSearch: readSearch,
  component: lazyScreen(() => import('../../-pieces/settings.ts'), 'ConnectPage'),
  staticData: { title: 'connect.title' },
})
