internal import Concurrency
internal import Controls
internal import FilePyramids
internal import ImageMetadata
internal import LayerTree
internal import ScrollLayers
internal import TileContainers

/// Opening files in the background, and stepping through them and their folder.
@MainActor
final class FilesPart: ViewerPart {
    /// The error of the last opening; nil if the file could be opened.
    private(set) var openingError: (any Error)?
    private let context: ViewerContext
    /// The paths of files that could not be opened.
    private var failedPaths: Set<String> = []
    /// The path that counts as opened last once something of it is shown; nil if that is known already.
    private var pathToRemember: String?
    /// The steps that the user has made while the folder of a file is being listed.
    private var waitingSteps = 0

    init(_ context: ViewerContext) {
        self.context = context
        context.onOpen = { [weak self] in self?.open($0) }
    }

    // MARK: Commands

    func perform(_ command: ViewerCommand) -> Bool {
        switch command {
        case .chooseFiles: chooseFiles()
        case .openNext: go(by: 1)
        case .openPrevious: go(by: -1)
        default: return false
        }
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? { command == .chooseFiles ? CommandState() : nil }

    /// Asks for the dialog, in the folder of the file that is shown, or of the one that was opened last.
    private func chooseFiles() {
        let paths = [context.document?.path].compactMap(\.self) + (context.status.recentFiles ?? [])
        let path = paths.first { !PyramidLocation($0).isRemote }
        context.onRequest?(.chooseFiles(folder: path.map(FilePath.parent)))
    }

    private func go(by step: Int) {
        guard !context.files.isListing else { return waitingSteps += step }
        guard context.files.paths.count > 1 else { return context.post("There is no other file to open.") }
        context.files.move(by: step)
        openCurrent()
    }

    // MARK: Opening

    private func open(_ paths: [String]) {
        let paths = paths.map(FilePath.withoutTrailingSlashes)
        guard let first = paths.first else { return }
        // What is named joins what was named before, but neither what was found in a folder nor what could not be opened.
        if context.files.followsFolder || context.document == nil && !context.openings.isBusy {
            context.files = FileList()
        }
        if paths.count == 1, context.files.paths.isEmpty {
            context.files = FileList(alone: first)
        } else {
            context.files.add(paths)
        }
        pathToRemember = first
        openCurrent()
    }

    private func openCurrent() {
        guard let path = context.files.current else { return }
        context.files.listedPath = nil
        waitingSteps = 0
        let cancellation = Cancellation()
        let number = context.openings.begin(cancellation)
        let mailbox = context.mailbox
        let settings = context.settings
        // What was found in a folder is no such folder.
        let isNamed = context.files.isNamed(path)
        settings.inBackground {
            if isNamed, let inside = settings.filesInFolder(path) {
                mailbox.post(.work { [weak self] in self?.replace(path, by: inside, opening: number) })
                return
            }
            let view = settings.lastViews?.view(of: path)
            let result = Result {
                try Cancellation.$current.withValue(cancellation) { try settings.open(path) }
            }
            mailbox.post(.work { [weak self] in self?.receive(result, of: path, restoring: view, opening: number) })
        }
    }

    private func replace(_ folder: String, by inside: [String], opening number: Int) {
        guard number == context.openings.latest else { return }
        context.files.replace(folder, by: inside)
        openCurrent()
    }

    /// Shows a file that was opened, or posts why it could not be.
    ///
    /// While nothing is shown, the other files are tried, each once.
    private func receive(
        _ result: Result<Document, any Error>, of path: String, restoring view: ViewState?, opening number: Int
    ) {
        guard context.openings.end(number) else {
            // Nobody will show it.
            if case .success(let document) = result, document !== context.document { document.close() }
            return
        }
        switch result {
        case .success(let document):
            openingError = nil
            context.show(document, restoring: view)
            remember()
            listFolder(of: path)
            context.filesDidChange()
        case .failure(let error):
            openingError = error
            context.post("\(FilePath.name(of: path)): \(error.messageWithoutPath)", .error)
            failedPaths.insert(path)
            guard context.document == nil, !failedPaths.isSuperset(of: context.files.paths) else { return }
            context.files.move(by: 1)
            openCurrent()
        }
    }

    /// Keeps the path that was opened as the latest one, once something of it is shown.
    private func remember() {
        guard let path = pathToRemember else { return }
        pathToRemember = nil
        guard let list = context.settings.recentFiles else { return }
        context.settings.inBackground { list.add(path) }
    }

    // MARK: Folder

    /// Lists the folder of a file that was opened alone.
    private func listFolder(of path: String) {
        guard context.files.followsFolder, context.files.paths == [path] else { return }
        context.files.listedPath = path
        let settings = context.settings
        context.inBackground {
            settings.filesBeside(path)
        } then: { [weak self] paths in
            self?.receive(paths, beside: path)
        }
    }

    /// Steps through a folder from now on, beginning with the steps that were made while it was being listed.
    private func receive(_ paths: [String], beside path: String) {
        guard path == context.files.listedPath else { return }
        context.files.listedPath = nil
        context.files.surround(path, with: paths)
        context.scene.setNeedsFrame()
        let steps = waitingSteps
        waitingSteps = 0
        if steps != 0 { go(by: steps) }
        context.filesDidChange()
    }

    // MARK: Status

    func describe(in status: inout ViewerStatus) {
        status.filePosition = shownPosition
        status.fileCount = context.files.paths.count
    }

    /// The index of the file that is shown, which is not the list's current one while that cannot be opened.
    var shownPosition: Int? {
        guard let document = context.document else { return nil }
        let files = context.files
        return files.current == document.path ? files.position : files.paths.firstIndex(of: document.path)
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
