/** What a process may take for a task. */
export interface TaskBounds {
  readonly heapMb: number
  /** Of the whole process. What is allocated between two looks comes on top. */
  readonly residentMb: number
  /** Processor time of all threads. A file that takes more is refused, however busy the machine is. */
  readonly processorMs: number
  /** Time by the clock. When it runs out first, the machine is too busy, and the file is not refused. */
  readonly durationMs: number
}

/** Leaves room for the function beside the process in 1 GB. The request itself is answered `timeout` after 25 s. */
export const boundsOfRequest: TaskBounds = { heapMb: 256, residentMb: 420, processorMs: 8_000, durationMs: 26_000 }

/** Leaves room for the function beside the process in 512 MB: logos are small. */
export const boundsOfLogo: TaskBounds = { ...boundsOfRequest, heapMb: 128, residentMb: 260 }

/** What the process is sent. */
export interface BoundedTask<Task> {
  readonly task: Task
  readonly bounds: TaskBounds
}
