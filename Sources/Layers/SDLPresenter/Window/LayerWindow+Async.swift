extension LayerWindow {
    /// Opens the window and runs the loop until it is closed, in a program whose `main.swift` or `main()` awaits something.
    ///
    /// ```swift
    /// let tour = try await loadTour()
    /// try await LayerWindow(title: "Tour").runUntilClosed { window in
    ///     window.add(tour)
    /// }
    /// ```
    ///
    /// Call it from the main function, which goes on when the window is closed: the loop occupies the main thread, so that a task that
    /// calls it goes on only if the main function still waits for it. A second call is refused as long as a loop runs, also that of ``run(_:)``; ``open()``
    /// shows a window beside the first one. Otherwise the same as ``run(_:)``.
    ///
    /// - Parameter start: called in a task once the window is open; its error closes the window.
    /// - Throws: ``PresenterError``, also where a loop runs already; or the error of `start`, or of a task of ``perform(_:)``.
    public func runUntilClosed(_ start: @escaping @MainActor (LayerWindow) async throws -> Void) async throws {
        guard !Self.hasLoop else {
            throw PresenterError(
                .noWindow,
                "the loop of another window runs already. Open this window with open(): that loop serves both.")
        }
        Self.hasLoop = true
        defer { Self.hasLoop = false }
        let runLoop = { @MainActor @Sendable [self] in try runNow(start) }
        if let error = await MainQueue.run(runLoop) { throw error }
    }
}
