internal import Concurrency
internal import Controls
internal import FilePyramids
internal import LayerTree
internal import PyramidTools
internal import RemotePyramids
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
    /// The files to return to if the current opening fails; nil if they stay as they are.
    private var filesToKeep: FileList?
    /// The path that counts as opened last once something of it is shown; nil if that is known already.
    private var pathToRemember: String?
    /// The steps that the user has made while the folder of a file is being listed.
    private var waitingSteps = 0
    /// The order of the files of folders that are opened from now on.
    private(set) var order: FileOrder
    /// The message that names the order; nil if none was shown.
    private var orderMessage: Int?
    /// The number of lists that one opening has led through.
    private var openedLists = 0
    /// The number of addresses that could not be opened since the last step of the user.
    private var failedAddresses = 0

    /// The maximum depth of nested lists: the first address in a list may be a list, too.
    static let listDepth = 8
    /// The maximum number of addresses that are tried one after another while nothing is shown.
    static let failedAddressLimit = 20

    init(_ context: ViewerContext) {
        self.context = context
        order = context.settings.fileOrder
        context.onOpen = { [weak self] in self?.open($0) }
        context.onGoToFile = { [weak self, weak context] index in
            context?.leaveDocument { self?.go(to: index) }
        }
    }

    // MARK: Commands

    func perform(_ command: ViewerCommand) -> Bool {
        switch command {
        case .chooseFiles: chooseFiles()
        case .openNext: context.leaveDocument { [weak self] in self?.go(by: 1) }
        case .openPrevious: context.leaveDocument { [weak self] in self?.go(by: -1) }
        case .openFirst: context.leaveDocument { [weak self] in self?.goToEnd(isLast: false) }
        case .openLast: context.leaveDocument { [weak self] in self?.goToEnd(isLast: true) }
        case .sortFiles: sort(by: order.next)
        case .closeFile: closeFile()
        case .delete:
            context.post(
                context.selection.rect == nil
                    ? "Nothing is selected to delete. The viewer never removes a file."
                    : "A region cannot be deleted; Esc drops the selection.")
        default:
            guard let order = command.fileOrder else { return false }
            sort(by: order)
        }
        return true
    }

    func state(of command: ViewerCommand) -> CommandState? {
        switch command {
        case .chooseFiles: CommandState()
        case .openNext, .openPrevious:
            context.document != nil && context.files.paths.count > 1 ? CommandState() : nil
        case .sortFiles: canSort ? CommandState() : nil
        case .closeFile: context.document == nil ? nil : CommandState(title: "Close the file")
        case _ where canSort: command.fileOrder.map { CommandState(isChecked: $0 == context.files.order) }
        default: nil
        }
    }

    /// Closes the file, after which the start screen is shown; without a file, the window.
    private func closeFile() {
        guard context.document != nil else { return context.perform(.close) }
        context.leaveDocument { [weak context] in context?.closeDocument() }
    }

    func documentDidClose() {
        context.files = FileList()
        failedPaths = []
        waitingSteps = 0
        pathToRemember = nil
        openingError = nil
    }

    // MARK: Input

    /// Steps through the files with the buttons at the side of a mouse.
    func handle(_ event: InputEvent) -> Bool {
        guard case .pointer(let event) = event, !context.parts.isTracking else { return false }
        switch event.phase {
        case .down(.back, _): context.perform(.openPrevious)
        case .down(.forward, _): context.perform(.openNext)
        default: return false
        }
        return true
    }

    // MARK: Choosing and stepping

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
        filesToKeep = nil
        openChosen()
    }

    /// Opens a file of the list, unless it is shown.
    private func go(to index: Int) {
        guard context.files.paths.indices.contains(index) else { return }
        let isShown = context.files.paths[index] == context.document?.path && !context.openings.isBusy
        guard context.files.move(to: index), !isShown else { return }
        filesToKeep = nil
        openChosen()
    }

    private func goToEnd(isLast: Bool) {
        guard !context.files.isListing else { return context.post("The folder is being listed. Try again.") }
        guard let position = context.files.position else { return context.post("There is no other file to open.") }
        let step = (isLast ? context.files.paths.count - 1 : 0) - position
        guard step != 0 else { return context.post(isLast ? "This is the last file." : "This is the first file.") }
        go(by: step)
    }

    // MARK: Order

    private var canSort: Bool { context.files.paths.count > 1 && !context.files.isRemote }

    /// Sorts the files in an order; folders that are opened later are listed in it, too.
    private func sort(by new: FileOrder) {
        guard context.files.paths.isEmpty || !context.files.isRemote else {
            return context.post("The files of a server keep its order: they have no dates and sizes.")
        }
        order = new
        orderMessage = context.post(order.summary, insteadOf: orderMessage)
        // A folder that is being listed is sorted when it is known.
        if !context.files.isListing { sort() }
    }

    /// Sorts the files in the background; the current one stays current.
    private func sort() {
        let former = context.files.paths
        guard former.count > 1 else { return }
        let attributes = context.settings.fileAttributes
        let order = order
        context.inBackground {
            order.sorted(former, attributes: attributes)
        } then: { [weak self] sorted in
            guard let self, order == self.order else { return }
            // Files that were added meanwhile are sorted with the others.
            guard context.files.reorder(sorted, insteadOf: former, in: order) else { return sort() }
            context.scene.setNeedsFrame()
            context.filesDidChange()
        }
    }

    // MARK: Opening

    private func open(_ paths: [String]) {
        let paths = paths.map(FilePath.withoutTrailingSlashes)
        guard let first = paths.first else { return }
        filesToKeep = paths.count == 1 && context.document != nil ? filesToKeep ?? context.files : nil
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
        openChosen()
    }

    /// Opens the current file, which the user has chosen.
    private func openChosen() {
        openedLists = 0
        failedAddresses = 0
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
        let isRemote = PyramidLocation(path).isRemote
        // An OME-Zarr has no file at its address.
        let mayBeList = isNamed && isRemote && !ValueImage.isZarr(path)
        let order = order
        settings.inBackground {
            if isNamed, !isRemote, let inside = settings.filesInFolder(path) {
                let sorted = order == .name ? inside : order.sorted(inside, attributes: settings.fileAttributes)
                mailbox.post(.work { [weak self] in self?.replace(path, by: sorted, in: order, opening: number) })
                return
            }
            let view = settings.lastViews?.keptView(of: path)
            let result = Result {
                try Cancellation.$current.withValue(cancellation) { () throws -> Opened in
                    if mayBeList, let list = try settings.filesAtAddress(path) { return .list(list) }
                    return .document(try settings.open(path))
                }
            }
            mailbox.post(.work { [weak self] in self?.receive(result, of: path, restoring: view, opening: number) })
        }
    }

    /// The result of an opening: a document or a list.
    private enum Opened: Sendable {
        case document(Document)
        /// The list at an address.
        case list(AddressList)
    }

    private func replace(_ folder: String, by inside: [String], in order: FileOrder, opening number: Int) {
        guard number == context.openings.latest else { return }
        context.files.replace(folder, by: inside, in: order)
        openCurrent()
        if order != self.order { sort() }
    }

    /// Replaces the address of a list by what it lists.
    ///
    /// - Throws: `StoreError` for lists that name only each other, or are nested too deeply.
    private func replace(_ address: String, by list: AddressList) throws(StoreError) {
        openedLists += 1
        guard openedLists <= Self.listDepth else {
            throw StoreError(
                .malformed, path: address,
                "lists lead to lists, more than \(Self.listDepth) times. Open the address of an image.")
        }
        guard context.files.replace(address, by: list) else {
            throw StoreError(
                .malformed, path: address, "this list leads back to itself. Open the address of an image.")
        }
        guard let omission = list.omission else { return }
        context.post(omission, about: context.messageName(of: address), .warning)
    }

    /// Shows a file that was opened, or posts why it could not be.
    ///
    /// While nothing is shown, the other files are tried, each once.
    private func receive(
        _ result: Result<Opened, any Error>, of path: String, restoring view: KeptView?, opening number: Int
    ) {
        guard context.openings.end(number) else {
            // Nobody will show it.
            if case .success(.document(let document)) = result, document !== context.document { document.close() }
            return
        }
        switch result {
        case .success(.list(let list)):
            do throws(StoreError) {
                try replace(path, by: list)
                openCurrent()
            } catch {
                fail(error, of: path)
            }
        case .success(.document(let document)):
            openingError = nil
            filesToKeep = nil
            context.show(document, restoring: view)
            remember()
            listFolder(of: path)
            context.filesDidChange()
        case .failure(let error): fail(error, of: path)
        }
    }

    /// Posts the reason why a file could not be opened, and tries the next one while nothing is shown.
    private func fail(_ error: any Error, of path: String) {
        openingError = error
        context.post(error.messageWithoutPath, about: context.messageName(of: path), .error)
        failedPaths.insert(path)
        if let files = filesToKeep.take(), context.document != nil {
            // The file that is shown stays, and so do those beside it.
            context.files = files
            context.filesDidChange()
        }
        guard context.document == nil, !failedPaths.isSuperset(of: context.files.paths) else { return }
        if PyramidLocation(path).isRemote { failedAddresses += 1 }
        guard failedAddresses < Self.failedAddressLimit else {
            return context.post(
                "\(failedAddresses) addresses could not be opened, so the others are not tried. Open one of them by its own "
                    + "address.", .error)
        }
        context.files.move(by: 1)
        openedLists = 0
        openCurrent()
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
        let order = order
        context.inBackground {
            let paths = settings.filesBeside(path)
            return order == .name ? paths : order.sorted(paths, attributes: settings.fileAttributes)
        } then: { [weak self] paths in
            self?.receive(paths, in: order, beside: path)
        }
    }

    /// Steps through a folder from now on, beginning with the steps that were made while it was being listed.
    private func receive(_ paths: [String], in order: FileOrder, beside path: String) {
        guard path == context.files.listedPath else { return }
        context.files.listedPath = nil
        context.files.surround(path, with: paths, in: order)
        context.scene.setNeedsFrame()
        let steps = waitingSteps
        waitingSteps = 0
        if steps != 0 { go(by: steps) }
        context.filesDidChange()
        if order != self.order { sort() }
    }

    // MARK: Status

    func describe(in status: inout ViewerStatus) {
        status.filePosition = shownPosition
        status.fileCount = context.files.paths.count
    }

    /// The index of the file that is shown, which is not the list's current one while that cannot be opened.
    var shownPosition: Int? { context.shownFilePosition }
}
