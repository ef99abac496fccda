internal import LayerTree
internal import TileStores

extension Viewer {
    /// Shows the start screen, with instructions and the recent files, until a file is open.
    public func showStartScreen() {
        recentFiles = []
        scene.setNeedsFrame()
        guard let list = settings.recentFiles else { return }
        let mailbox = mailbox
        settings.inBackground { mailbox.post(.recentFiles(list.read())) }
    }

    /// Shows the hint if this is the first start ever.
    func checkFirstStart() {
        guard let firstStart = settings.firstStart else { return }
        let mailbox = mailbox
        settings.inBackground { if firstStart.claim() { mailbox.post(.firstStart) } }
    }

    /// Opens the file of the start screen whose number is on a key; `false` if there is none.
    func openRecentFile(_ event: KeyEvent) -> Bool {
        guard let files = status.recentFiles, event.isDown, !event.isRepeat, event.modifiers.isEmpty,
            case .character(let character) = event.key, character.isASCII, let digit = character.wholeNumberValue
        else { return false }
        let index = (digit + 9) % 10
        guard files.indices.contains(index) else { return false }
        open([files[index]])
        return true
    }

    /// Asks for the dialog, in the folder of the file that is shown, or of the one that was opened last.
    func chooseFiles() {
        let paths = [document?.path].compactMap(\.self) + (status.recentFiles ?? [])
        let path = paths.first { !PyramidLocation($0).isRemote }
        onRequest?(.chooseFiles(folder: path.map(FilePath.parent)))
    }

    /// Keeps the path that was opened as the latest one, once something of it is shown.
    func remember() {
        guard let path = pathToRemember else { return }
        pathToRemember = nil
        guard let list = settings.recentFiles else { return }
        settings.inBackground { list.add(path) }
    }

    /// Lists the folder of a file that was opened alone.
    func listFolder(of path: String) {
        guard files.followsFolder, files.paths == [path] else { return }
        listedPath = path
        let mailbox = mailbox
        let settings = settings
        settings.inBackground { mailbox.post(.besides(settings.filesBeside(path), path: path)) }
    }

    /// Steps through a folder from now on, beginning with the steps that were made while it was being listed.
    func receive(_ paths: [String], beside path: String) {
        guard path == listedPath else { return }
        listedPath = nil
        files.surround(path, with: paths)
        scene.setNeedsFrame()
        let steps = waitingSteps
        waitingSteps = 0
        if steps != 0 { go(by: steps) }
        beginAwaitedComparison()
    }
}
