import Controls
import LayerTree
import SDLPresenter

@MainActor
func controllerListing(window: LayerWindow, showNext: @escaping @MainActor () -> Void) {
    // listing
    let controls = ControlController()
    controls.add(ButtonBar([Button("Next") { showNext() }], in: controls.environment))
    window.add(controls)
    // end
}

@MainActor
func keyListing(window: LayerWindow, controls: ControlController) {
    // listing
    window.onEvent = { event in
        if case .key(let key) = event.kind { controls.handle(.key(key)) } else { false }
    }
    window.onText = { controls.handle(text: $0) }
    // end
}

@MainActor
func buttonListing(
    controls: ControlController, questionMark: ButtonIcon, showNext: @escaping @MainActor () -> Void,
    showHelp: @escaping @MainActor () -> Void
) {
    // listing
    let buttons = ButtonBar(
        [Button("Next") { showNext() }, Button("Help", icon: questionMark) { showHelp() }], at: .bottom,
        in: controls.environment)
    controls.add(buttons)
    // end
}

@MainActor
func menuListing(
    controls: ControlController, event: PointerEvent, open: @escaping @MainActor () -> Void,
    showHelp: @escaping @MainActor () -> Void
) {
    // listing
    let menu = Menu(in: controls.environment)
    controls.add(menu)
    menu.open([[MenuItem("Open…", key: "o") { open() }], [MenuItem("Help") { showHelp() }]], at: event.position)
    // end
}

@MainActor
func entryListing(controls: ControlController, save: @escaping @MainActor (String) -> Bool) {
    // listing
    let entry = TextEntry(in: controls.environment)
    controls.add(entry)
    entry.open(
        TextEntry.Question(title: "Name", hint: "of the place") { save($0) ? nil : "The name is taken." })
    // end
}

@MainActor
func messageListing(controls: ControlController) {
    // listing
    let messages = MessageBar(in: controls.environment)
    controls.add(messages)
    messages.post(Message(.information, "The picture was saved.", duration: 4))
    // end
}

@MainActor
func sheetListing(controls: ControlController) {
    // listing
    let help = Sheet(
        [Sheet.Group("Move", rows: [Sheet.Row(["←", "→"], "previous and next picture")])], in: controls.environment)
    controls.add(help)
    help.isOpen = true
    // end
}
