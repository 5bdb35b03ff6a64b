/** What a browser passes on with a push. One that supports Declarative Web Push passes the notification that it would show itself. */
export type Pushed = {
  data: { text(): string } | null
  notification?: (Notification & { navigate?: string; actions?: readonly object[] }) | null
  appBadge?: number | null
}

/** Returns the JSON of a push as the server wrote it, or as much of it as the browser still has. */
export function textOfPush({ data, notification, appBadge }: Pushed): string | undefined {
  if (data) return data.text()
  if (!notification) return undefined
  const { title, body, tag, lang, silent, navigate, actions } = notification
  const { receipt } = (notification.data ?? {}) as { receipt?: string }
  return JSON.stringify({
    web_push: 8030,
    notification: {
      title,
      body,
      tag,
      lang,
      navigate: navigate ?? '',
      silent: silent ?? false,
      data: notification.data,
      actions: actions ?? [],
    },
    app_badge: appBadge ?? undefined,
    receipt,
  })
}
