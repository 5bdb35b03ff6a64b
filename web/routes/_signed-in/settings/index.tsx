import { createFileRoute } from '@tanstack/react-router'

/** The settings frame provides the content: the list of all settings on a phone, elsewhere a redirect to the first. */
export const Route = createFileRoute('/_signed-in/settings/')({ component: () => null })
