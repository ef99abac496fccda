internal import Glibc
internal import ImageCodecs
internal import LayerTree
internal import NumberFormatting
internal import ScrollLayers
internal import TilePyramid
internal import TileStores
internal import TiledLayers

extension Viewer {
    /// Opens files in the background, and shows the first one when it is ready; keys step through the others.
    ///
    /// The document that is shown stays until then. Files that are dropped on the window are opened the same way.
    public func open(_ paths: [String]) {
        guard !paths.isEmpty else { return }
        files.add(paths)
        openCurrent()
    }

    /// The window's title, which always begins with the program's name.
    public var title: String {
        guard let document else { return "tileview" }
        let positionText =
            shownPosition.map { files.paths.count > 1 ? " (\($0 + 1) of \(files.paths.count))" : "" } ?? ""
        let progress = export.map { " - exporting \(Int($0.fractionCompleted * 100)) %" } ?? ""
        return "tileview - \(VisibleText.escaped(document.name))\(positionText)\(progress)"
    }

    /// The index of the file that is shown, which is not the list's current one while that cannot be opened.
    var shownPosition: Int? { document.flatMap { files.paths.firstIndex(of: $0.path) } }

    /// Whether a file is being opened.
    public var isOpening: Bool { openingNumber != openedNumber }

    func go(by step: Int) {
        guard files.paths.count > 1 else { return post("There is no other file to open.") }
        files.move(by: step)
        openCurrent()
    }

    private func openCurrent() {
        guard let path = files.current else { return }
        openingNumber += 1
        let (number, mailbox, open) = (openingNumber, mailbox, settings.open)
        settings.inBackground {
            mailbox.post(.opened(Result { try open(path) }, path: path, number: number))
        }
    }

    func receive(_ event: BackgroundEvent) {
        switch event {
        case .opened(let result, let path, let number):
            guard number == openingNumber else { return }
            openedNumber = number
            receive(result, of: path)
        case .progress: scene.setNeedsFrame()
        case .exported(let message, let export): finish(export, message: message)
        case .documentChanged(let document): announceWarnings(of: document)
        case .fileMissing(let document): reportMissing(document)
        case .message(let message): post(message)
        }
    }

    /// Shows a file that was opened, or posts why it could not be.
    ///
    /// While nothing is shown, the other files are tried, each once.
    private func receive(_ result: Result<Document, any Error>, of path: String) {
        switch result {
        case .success(let document):
            openingError = nil
            show(document)
        case .failure(let error):
            openingError = error
            post("\(FilePath.name(of: path)): \(error.messageWithoutPath)", .error)
            failedPaths.insert(path)
            guard document == nil, !failedPaths.isSuperset(of: files.paths) else { return }
            files.move(by: 1)
            openCurrent()
        }
    }
}

extension Error {
    /// The fault and the remedy, without the path in front of them.
    var messageWithoutPath: String {
        switch self {
        case let error as StoreError: error.message
        case let error as CodecError: error.message
        default: "\(self)"
        }
    }
}

/// The files that a viewer steps through, and which of them is current.
struct FileList: Sendable {
    private(set) var paths: [String] = []
    /// The index of the current file; nil if there is none.
    private(set) var position: Int?

    /// The path of the current file.
    var current: String? { position.map { paths[$0] } }

    /// Appends files that are not in the list yet, and makes the first one current.
    mutating func add(_ new: [String]) {
        for path in new where !paths.contains(path) {
            paths.append(path)
        }
        if let first = new.first {
            position = paths.firstIndex(of: first)
        }
    }

    /// Moves by some files forward or back; the list wraps around at both ends.
    mutating func move(by step: Int) {
        guard let position else { return }
        self.position = ((position + step) % paths.count + paths.count) % paths.count
    }
}
