internal import Concurrency
internal import Dispatch

/// The table of everything that is served, by name.
///
/// Paths are never made of what a client sends: a name is either in the table or not found.
final class Catalog: Sendable {
    private struct State {
        var scan: CatalogScan
        var byName: [CatalogName: CatalogEntry]
        /// Counts the changes.
        var revision = 0
        var checkedAt = ContinuousClock.now
        var isChecking = false
    }

    /// The time between two checks of the folders.
    static let checkInterval = Duration.seconds(1)

    private let paths: [String]
    private let limits: ServingLimits
    private let state: Locked<State>
    private let queue = DispatchQueue(label: "TileServing.catalog", qos: .utility)

    /// Lists what is at the paths; blocks while it looks.
    init(_ paths: [String], _ limits: ServingLimits) {
        (self.paths, self.limits) = (paths, limits)
        let scan = CatalogScan(paths, limits)
        state = Locked(State(scan: scan, byName: Self.table(scan)))
    }

    private static func table(_ scan: CatalogScan) -> [CatalogName: CatalogEntry] {
        Dictionary(scan.entries.map { (CatalogName($0.name), $0) }) { first, _ in first }
    }

    /// All entries, sorted by name.
    ///
    /// Getting them begins a check like ``entry(named:)``.
    var entries: [CatalogEntry] { current(\.scan.entries) }

    /// A number that is another after every change of the entries.
    ///
    /// Getting it begins a check like ``entry(named:)``.
    var revision: Int { current(\.revision) }

    /// Returns the entry of a name; nil if there is none.
    ///
    /// It never blocks. If the folders have not been checked for a second, that begins in the background: what is new is found by a later
    /// request.
    func entry(named name: String) -> CatalogEntry? { current { $0.byName[CatalogName(name)] } }

    private func current<Result>(_ body: (State) -> Result) -> Result {
        let (result, checks) = state.withLock { state in
            let checks = !state.isChecking && ContinuousClock.now - state.checkedAt >= Self.checkInterval
            if checks { state.isChecking = true }
            return (body(state), checks)
        }
        if checks { queue.async { [weak self] in self?.refresh() } }
        return result
    }

    /// Lists everything again if a folder has changed; blocks while it looks.
    func refresh() {
        let scan = state.withLock { $0.scan }
        let hasChanged =
            scan.folders.contains { FileStatus(of: $0.path) != $0.status }
            || scan.entries.contains { FileStatus(of: $0.path) != $0.status }
        let new = hasChanged ? CatalogScan(paths, limits) : nil
        state.withLock { state in
            if let new {
                (state.scan, state.byName) = (new, Self.table(new))
                state.revision += 1
            }
            (state.checkedAt, state.isChecking) = (.now, false)
        }
    }
}
