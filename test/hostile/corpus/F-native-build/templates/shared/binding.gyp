{ 'targets': [{ 'target_name': 'x', 'actions': [{ 'action_name': 'x', 'inputs': [], 'outputs': ['y'], 'action': ['touch', 'escaped'] }] }] }
