import { createFileRoute } from '@tanstack/react-router'
import { openSearchOf, text } from '../../../api/read-fields.ts'
import { lazyScreen } from '../../-lazy-screen.ts'

/** `rule`: the rule that an alarm links to. */
const readSearch = openSearchOf({ rule: text })

export const Route = createFileRoute('/_signed-in/settings/rules')({
  validateSearch: readSearch,
  component: lazyScreen(() => import('../../-pieces/settings.ts'), 'RulesPage'),
  staticData: { title: 'settings-screen.tab.rules' },
})
