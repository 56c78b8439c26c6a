interface ListedTask {
  readonly entityId: string
  readonly isPrivate: boolean
  readonly createdBy: { readonly id: string }
  readonly assignee: { readonly id: string } | null
}

/** The shared tasks of an entity. */
export function sharedTasks(entityId: string): string {
  return `ENTITY#${entityId}#TASKS`
}

/** The private tasks that somebody created there. */
export function ownPrivateTasks(entityId: string, principalId: string): string {
  return `${sharedTasks(entityId)}#OF#${principalId}`
}

/** The shared tasks that somebody is assigned to. */
export function assignedTasks(entityId: string, assigneeId: string): string {
  return `${sharedTasks(entityId)}#FOR#${assigneeId}`
}

/** The private tasks that somebody is assigned to. */
export function assignedPrivateTasks(entityId: string, assigneeId: string): string {
  return `${assignedTasks(entityId, assigneeId)}#PRIVATE`
}

/** All private tasks of an entity: an entity that holds any cannot be deleted. */
export function privateTasksOf(entityId: string): string {
  return `${sharedTasks(entityId)}#PRIVATE`
}

/** The listing that holds a task: the first index sorts it by its next occurrence. */
export function listOf({ entityId, isPrivate, createdBy }: ListedTask): string {
  return isPrivate ? ownPrivateTasks(entityId, createdBy.id) : sharedTasks(entityId)
}

/** The listing of the assignee that holds it beside: the second index sorts it alike. */
export function assignedListOf({ entityId, isPrivate, assignee }: ListedTask): string | null {
  if (!assignee) return null
  return isPrivate ? assignedPrivateTasks(entityId, assignee.id) : assignedTasks(entityId, assignee.id)
}

/** Who alone sees a task, if it is private; null: everybody who may use the tasks of the entity. */
export function readersOf({ isPrivate, createdBy, assignee }: ListedTask): string[] | null {
  return isPrivate ? [...new Set([createdBy.id, assignee?.id ?? createdBy.id])] : null
}

/** The listings whose readers see a task. A private one is seen by its creator and its assignee alone. */
export function audiencesOf(task: ListedTask): string[] {
  const assigned = task.isPrivate && task.assignee?.id !== task.createdBy.id ? assignedListOf(task) : null
  return assigned === null ? [listOf(task)] : [listOf(task), assigned]
}

/** The listings that together hold every task of an entity that somebody sees. */
export function visibleLists(entityId: string, principalId: string): string[] {
  return [sharedTasks(entityId), ownPrivateTasks(entityId, principalId), assignedPrivateTasks(entityId, principalId)]
}
