internal import LayerTree

/// The files that are compared with the one that is shown: which they are, and their open documents.
@MainActor
final class ComparedFiles {
    /// Called when a file was opened and is wanted; and with an error if it could not be opened.
    var onOpen: (@MainActor (_ path: String, (any Error)?) -> Void)?
    /// The most images that are shown side by side.
    var paneCount = 2
    /// The path of the second image, which may still be being opened.
    var second: String?
    private let context: ViewerContext
    /// The paths among which the second image is chosen; nil for the viewer's files.
    private var fixedPaths: [String]?
    /// The documents that are open besides the first one, by path.
    private var documents: [String: Document] = [:]
    /// The paths that are being opened.
    private var opening: Set<String> = []
    /// The paths that could not be opened.
    private var failed: Set<String> = []

    init(_ context: ViewerContext) {
        self.context = context
    }

    /// Whether the files do not change with those of the viewer.
    var areFixed: Bool { fixedPaths != nil }

    /// The files that can be compared with the one that is shown, beginning with the next one.
    var candidates: [String] {
        guard let first = context.document?.path else { return [] }
        let all = allPaths
        let start = all.firstIndex(of: first).map { $0 + 1 } ?? 0
        return (all[start...] + all[..<start]).filter { $0 != first && !failed.contains($0) }
    }

    /// The ``candidates`` in the order of the list of files.
    var listedCandidates: [String] {
        guard let first = context.document?.path else { return [] }
        return allPaths.filter { $0 != first && !failed.contains($0) }
    }

    private var allPaths: [String] { fixedPaths ?? context.files.paths }

    /// The files that are compared with the first one, beginning with the second image.
    var paths: [String] {
        let all = candidates
        guard let start = all.firstIndex(where: { $0 == second }) else { return [] }
        return Array((all[start...] + all[..<start]).prefix(min(paneCount, Comparison.imageLimit) - 1))
    }

    /// The second image of the last comparison, or else the next file; nil if there is no other.
    var likelySecond: String? {
        let all = candidates
        return all.first { $0 == second } ?? all.first
    }

    /// The number of images that can be shown side by side, the first one included.
    var paneLimit: Int { min(Comparison.imageLimit, candidates.count + 1) }

    /// The documents of ``paths``; nil for those that are still being opened.
    var openDocuments: [Document?] { paths.map { documents[$0] } }

    /// Compares with documents that are open already.
    func fix(_ documents: [Document]) {
        fixedPaths = documents.map(\.path)
        for document in documents { self.documents[document.path] = document }
        paneCount = min(documents.count + 1, Comparison.imageLimit)
    }

    /// Opens the files that are compared and not open, in the background.
    func open() {
        let settings = context.settings
        for path in paths where documents[path] == nil && opening.insert(path).inserted {
            context.inBackground {
                Result { try settings.open(path) }
            } then: { [weak self] result in
                self?.receive(result, of: path)
            }
        }
    }

    /// Takes a file that was opened; one that is not wanted any more is closed.
    private func receive(_ result: Result<Document, any Error>, of path: String) {
        opening.remove(path)
        switch result {
        case .success(let document):
            guard isUsed, paths.contains(path), documents[path] == nil else { return document.close() }
            documents[path] = document
            context.observe(document) { [weak self] in self?.documents[path] === document }
            onOpen?(path, nil)
        case .failure(let error):
            failed.insert(path)
            onOpen?(path, error)
        }
    }

    /// Whether a comparison is going on, so that files that are opened are wanted.
    var isUsed = false

    /// Closes the files that are open besides some documents.
    func close(except used: [Document] = []) {
        guard !areFixed else { return }
        for (path, document) in documents where !used.contains(where: { $0 === document }) {
            document.close()
            documents[path] = nil
        }
    }

    /// Forgets which image was the second one, and which files could not be opened.
    func forget() {
        second = nil
        failed = []
    }

    /// Closes all files.
    func closeAll() {
        documents.values.forEach { $0.close() }
    }
}
