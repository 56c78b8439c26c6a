import type { LazyOperations } from '../../../shared/http/lazy-operations.ts'

export const operations: LazyOperations = {
  'POST /v1/tasks': () => import('./create-task.ts'),
  'GET /v1/tasks': () => import('./list-tasks.ts'),
  'GET /v1/tasks/occurrences': () => import('./list-task-occurrences.ts'),
  'GET /v1/tasks/options': () => import('./get-task-options.ts'),
  'GET /v1/tasks/{taskId}': () => import('./get-task.ts'),
  'PATCH /v1/tasks/{taskId}': () => import('./update-task.ts'),
  'DELETE /v1/tasks/{taskId}': () => import('./delete-task.ts'),
  'POST /v1/tasks/{taskId}/complete': () => import('./complete-task.ts'),
  'POST /v1/tasks/{taskId}/reopen': () => import('./reopen-task.ts'),
  'POST /v1/tasks/{taskId}/skip': () => import('./skip-task-occurrence.ts'),
  'POST /v1/tasks/{taskId}/cancel': () => import('./cancel-task.ts'),
  'PATCH /v1/tasks/{taskId}/occurrences/{occurrenceAt}': () => import('./move-task-occurrence.ts'),
  'GET /v1/tasks/{taskId}/activity': () => import('./list-task-activity.ts'),
  'GET /v1/me/calendar-feeds': () => import('../calendar/list-calendar-feeds.ts'),
  'POST /v1/me/calendar-feeds': () => import('../calendar/create-calendar-feed.ts'),
  'DELETE /v1/me/calendar-feeds/{feedId}': () => import('../calendar/delete-calendar-feed.ts'),
  'GET /calendar/{file}': () => import('../calendar/get-calendar.ts'),
}
