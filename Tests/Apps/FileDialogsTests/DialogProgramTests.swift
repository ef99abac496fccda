import TestLimits
import Testing

@testable import FileDialogs

@Suite(.timeLimited) struct DialogProgramTests {
    private var options: FileDialogOptions {
        FileDialogOptions(title: "Open", folder: "/a b", filterName: "Images", fileExtensions: ["png", "dzi"])
    }

    @Test func `zenity is asked for several files of the given endings, in a folder`() {
        #expect(
            DialogProgram.zenity.arguments(options) == [
                "--file-selection", "--multiple", "--separator=\n", "--title=Open",
                "--file-filter=Images | *.png *.PNG *.dzi *.DZI", "--file-filter=All files | *", "--filename=/a b/",
            ])
    }

    @Test func `kdialog is asked for several files of the given endings, in a folder`() {
        #expect(
            DialogProgram.kdialog.arguments(options) == [
                "--title", "Open", "--multiple", "--separate-output", "--getopenfilename", "/a b",
                "Images (*.png *.PNG *.dzi *.DZI)\nAll files (*)",
            ])
    }

    @Test func `the portal is asked for several files of the given endings, in a folder`() {
        var options = options
        options.folder = "/it's\n"
        options.title = "It's\n"
        options.fileExtensions = ["png"]
        #expect(
            PortalDialog.parameters(options, token: "t1") == """
                ('', 'It\\'s\\u000a', {'handle_token': <'t1'>, 'multiple': <true>, \
                'filters': <[('Images', [(uint32 0, '*.png'), (uint32 0, '*.PNG')]), ('All files', [(uint32 0, '*')])]>, \
                'current_folder': <b'/it\\047s\\012'>})
                """)
    }

    @Test func `a dialog that saves suggests a folder and a name, and asks before it replaces a file`() {
        var options = options
        options.savedName = "it's.png"
        #expect(
            DialogProgram.zenity.arguments(options) == [
                "--file-selection", "--save", "--confirm-overwrite", "--title=Open",
                "--file-filter=Images | *.png *.PNG *.dzi *.DZI", "--file-filter=All files | *",
                "--filename=/a b/it's.png",
            ])
        #expect(
            DialogProgram.kdialog.arguments(options) == [
                "--title", "Open", "--getsavefilename", "/a b/it's.png",
                "Images (*.png *.PNG *.dzi *.DZI)\nAll files (*)",
            ])
        options.fileExtensions = ["png"]
        #expect(
            PortalDialog.parameters(options, token: "t1") == """
                ('', 'Open', {'handle_token': <'t1'>, 'current_name': <'it\\'s.png'>, \
                'filters': <[('Images', [(uint32 0, '*.png'), (uint32 0, '*.PNG')]), ('All files', [(uint32 0, '*')])]>, \
                'current_folder': <b'/a b'>})
                """)
    }

    @Test func `a relative folder is made absolute, and one that does not exist is left as it is`() {
        var options = options
        options.folder = "/usr/../usr/./"
        #expect(options.inAbsoluteFolder.folder == "/usr")
        #expect(self.options.inAbsoluteFolder == self.options)
        options.folder = nil
        #expect(options.inAbsoluteFolder.folder == nil)
    }

    @Test func `files are chosen, the dialog is canceled, or the program does not work here`() {
        let program = DialogProgram.zenity
        #expect(program.outcome(status: 0, output: "/a b\n/c\n") == .chosen(["/a b", "/c"]))
        #expect(program.outcome(status: 1, output: "") == .chosen([]))
        #expect(program.outcome(status: 255, output: "") == .unavailable)
    }

    @Test func `the output and the status of a program are those that it ends with`() {
        let words = ["sh", "-c", "printf 'a\\nb'; exit 7"]
        let child = ChildProcessResult(words)
        #expect(child.output == "a\nb" && child.status == 7)
        #expect(ChildProcessResult(["sh", "-c", "kill -TERM $$"]).status == nil)
        #expect(!ChildProcessResult(["tilekit-no-such-program"]).hasStarted)
    }
}

/// A child process that has ended.
private struct ChildProcessResult {
    var hasStarted = false
    var output = ""
    var status: Int32?

    init(_ words: [String]) {
        guard let child = ChildProcess(words) else { return }
        hasStarted = true
        output = child.readOutput()
        child.waitUntilExited()
        status = child.reap()
    }
}
