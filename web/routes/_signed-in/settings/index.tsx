import { createFileRoute } from '@tanstack/react-router'

/** The frame of the settings shows what stands here: all of them on a phone, elsewhere it goes on to the first. */
export const Route = createFileRoute('/_signed-in/settings/')({ component: () => null })
