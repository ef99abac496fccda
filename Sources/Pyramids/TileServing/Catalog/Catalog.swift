internal import Concurrency
internal import Dispatch
internal import FilePyramids
internal import TileStores

/// The table of everything that is served, by name.
///
/// Paths are never made of what a client sends: a name is either in the table or not found.
final class Catalog: Sendable {
    private struct State {
        var scan: CatalogScan
        var byName: [CatalogName: CatalogEntry]
        /// Counts the changes.
        var revision = 0
        var checkedAt: ContinuousClock.Instant
        /// The end of the check that is going on.
        var check: OneShotEvent?
    }

    /// The state of the entries that a request can rely on.
    enum Revision: Sendable {
        /// The entries were checked lately; the number is another after every change of them.
        case checked(Int)
        /// The entries have not been checked for so long that the check has to end first.
        case unchecked(OneShotEvent)
    }

    /// The time between two checks of the folders.
    static let checkInterval = Duration.seconds(1)
    /// The time after the last check from which on requests wait for the next one, as much may have changed.
    static let longestAge = Duration.seconds(60)
    /// The longest time for which they wait.
    static let checkTimeout = Duration.seconds(10)

    /// The files and folders that are served.
    let paths: [String]
    private let limits: ServingLimits
    private let formats: PyramidFormats
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Locked<State>
    private let queue = DispatchQueue(label: "TileServing.catalog", qos: .utility)

    /// Lists what is at the paths; blocks while it looks.
    ///
    /// - Parameters:
    ///   - paths: files and folders.
    ///   - limits: what is listed.
    ///   - formats: the formats of pyramids; by default all.
    ///   - now: the clock, which tests replace.
    init(
        _ paths: [String], _ limits: ServingLimits, formats: PyramidFormats = .standard,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.paths = paths
        self.limits = limits
        self.formats = formats
        self.now = now
        let scan = CatalogScan(paths, limits, formats: formats)
        state = Locked(State(scan: scan, byName: Self.table(scan), checkedAt: now()))
    }

    private static func table(_ scan: CatalogScan) -> [CatalogName: CatalogEntry] {
        Dictionary(scan.entries.map { (CatalogName($0.name), $0) }) { first, _ in first }
    }

    /// All entries, in the natural order of their names.
    ///
    /// Getting them begins a check like ``entry(named:)``.
    var entries: [CatalogEntry] { current(\.scan.entries) }

    /// The first links that lead out of the folders, and are left out.
    var refusedLinks: [String] { state.withLock { $0.scan.refusedLinks } }

    /// The first folders that could not be read, with the reasons.
    var unreadableFolders: [(path: String, reason: String)] { state.withLock { $0.scan.unreadableFolders } }

    /// The revision of the entries, or the check that it takes to know it.
    ///
    /// Getting it begins a check like ``entry(named:)``.
    var revision: Revision {
        current { state in
            if let check = state.check, now() - state.checkedAt >= Self.longestAge { return .unchecked(check) }
            return .checked(state.revision)
        }
    }

    /// The number of the last revision that was found.
    var lastRevision: Int { state.withLock(\.revision) }

    /// Returns the entry of a name, or of a page of an image, as `document;2`; nil if there is none.
    ///
    /// Whether the image has such a page is found when it is opened.
    ///
    /// It never blocks. If the folders have not been checked for a second, that begins in the background: what is new is found
    /// by a later request.
    func entry(named name: String) -> CatalogEntry? {
        current { state in
            if let entry = state.byName[CatalogName(name)] { return entry }
            guard let page = PageName(name), let document = state.byName[CatalogName(page.document)] else { return nil }
            return document.page(page.number)
        }
    }

    private func current<Result>(_ body: (State) -> Result) -> Result {
        let (result, begins) = state.withLock { state in
            let begins = state.check == nil && now() - state.checkedAt >= Self.checkInterval
            if begins { state.check = OneShotEvent() }
            return (body(state), begins)
        }
        if begins { queue.async { [weak self] in self?.refresh() } }
        return result
    }

    /// Lists everything again in the background, even if nothing seems to have changed; this changes the revision.
    ///
    /// - Parameter completion: called when that is done.
    func reload(_ completion: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            refresh(isForced: true)
            completion()
        }
    }

    /// Lists everything again if a folder has changed; blocks while it looks.
    ///
    /// - Parameter isForced: whether it does that in any case, with another revision afterwards.
    func refresh(isForced: Bool = false) {
        let scan = state.withLock { $0.scan }
        let hasChanged =
            isForced || scan.folders.contains { FileStatus(of: $0.path) != $0.status }
            || scan.entries.contains { FileStatus(of: $0.path) != $0.status }
        let new = hasChanged ? CatalogScan(paths, limits, formats: formats) : nil
        let check = state.withLock { state in
            if let new {
                // Other files in a folder change its status, too.
                if isForced || new.entries != state.scan.entries { state.revision += 1 }
                state.scan = new
                state.byName = Self.table(new)
            }
            defer {
                state.checkedAt = now()
                state.check = nil
            }
            return state.check
        }
        check?.signal()
    }
}

/// A name as it is compared: byte by byte, as file systems do.
///
/// Strings are equal in all Unicode forms of a letter, but two files may have such names.
struct CatalogName: Hashable, Sendable {
    private let bytes: [UInt8]

    /// The name in its UTF-8 form.
    init(_ name: String) { bytes = Array(name.utf8) }
}
